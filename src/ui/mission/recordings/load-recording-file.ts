import { loadChunks } from '../../kit/on-demand/load-chunks.ts';

/** The code that reads and writes recordings, fetched on first use. */
export async function loadRecordingFile(): Promise<typeof import('./recording-file.ts')> {
  await loadChunks(['recording-file']);
  return import('./recording-file.ts');
}
