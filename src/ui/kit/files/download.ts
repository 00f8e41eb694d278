import { createContext } from 'react';

/** A file to be saved. */
export interface ExportFile {
  readonly name: string;
  /** Media type, with its charset. */
  readonly type: string;
  readonly text: string;
}

let previousUrl: string | undefined;

/**
 * Makes the browser save a file. It may still be reading the previous one, whose URL is therefore released
 * only now.
 */
export function downloadFile({ name, type, text }: ExportFile): void {
  if (previousUrl !== undefined) URL.revokeObjectURL(previousUrl);
  previousUrl = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = previousUrl;
  link.download = name;
  link.click();
}

/** Saves a file, or throws. */
export const DownloadContext = createContext<(file: ExportFile) => void>(downloadFile);
