import { isolated } from '../../../shared/kit/isolated-text.ts';
import { type ElementsText, LONGEST_ELEMENTS_TEXT } from '../../../shared/orbit/elements-text.ts';
import { readFileText } from '../../kit/files/file-text.ts';

/** Maximum UTF-8 bytes of what JavaScript counts as one character. */
const BYTES_PER_CHARACTER = 3;

type TextFile = Pick<File, 'name' | 'size' | 'text'>;
type Read = (text: string) => Promise<ElementsText>;

async function readFile(file: TextFile, read: Read): Promise<ElementsText> {
  if (file.size > BYTES_PER_CHARACTER * LONGEST_ELEMENTS_TEXT) {
    return { elements: [], problems: ['The file is longer than 10 million characters. Divide it.'] };
  }
  const text = await readFileText(file);
  return text.ok ? read(text.value) : { elements: [], problems: [text.message] };
}

/** Reads the elements of text files; the last file wins for each satellite. Problems begin with the file name. */
export async function readElementsFiles(files: readonly TextFile[], read: Read): Promise<ElementsText> {
  const texts = await Promise.all(files.map((file) => readFile(file, read)));
  const all = texts.flatMap(({ elements }) => elements);
  return {
    elements: [...new Map(all.map((one) => [Number(one.NORAD_CAT_ID), one])).values()],
    problems: texts.flatMap(({ problems }, index) =>
      problems.map((problem) => `${isolated(files[index]?.name ?? '')}: ${problem}`),
    ),
  };
}
