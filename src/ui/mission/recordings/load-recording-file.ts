import { loadChunks } from '../../kit/on-demand/load-chunks.ts';

/** Fetches the code that reads and writes recordings, on first use. */
export async function loadRecordingFile(): Promise<typeof import('./recording-file.ts')> {
  await loadChunks(['recording-file']);
  return import('./recording-file.ts');
}
