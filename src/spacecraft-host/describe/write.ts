import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { type DescriptionOptions, describeSpacecraft } from './files.ts';

/** Writes all descriptions into a folder, replacing earlier ones, and returns their paths. */
export function writeDescriptions(folder: string, options: DescriptionOptions): Result<readonly string[]> {
  try {
    return succeeded(
      describeSpacecraft(options).map(({ path, text }) => {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        return file;
      }),
    );
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    return failed(`Failed to write ${path ?? folder}: ${code}.`);
  }
}
