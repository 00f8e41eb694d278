import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';

/** Reads the text of a file. It fails if the file has been changed or deleted since it was chosen. */
export const readFileText = (file: Pick<Blob, 'text'>): Promise<Result<string>> =>
  file.text().then(succeeded, () => failed('The file could not be read.'));
