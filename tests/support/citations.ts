/** Pages that comments and tests cite by section, by their short forms. */
export const CITED_PAGES = { spec: 'docs/specification.md', 'design.md': 'docs/design.md' } as const;
export type CitedPage = keyof typeof CITED_PAGES;

export interface Citation {
  readonly page: CitedPage;
  /** `4` or `2.1`. */
  readonly section: string;
}

const SECTION = '§\\d+(?:\\.\\d+)*';
const CITATION = new RegExp(`\\b(spec|design\\.md) (${SECTION}(?:(?:, | and )${SECTION})*)`, 'gi');
/** A section of a published source, named before a comma: `(Vallado, §9.6)`. */
const PUBLISHED = new RegExp(`\\b[A-Z]\\p{L}+, ${SECTION}`, 'gu');

/** Removes line breaks and the stars of block comments, so that a citation may span lines. */
const joinLines = (text: string): string => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');

/** Finds the sections that a text cites in the uniform form: `spec §4`, `spec §4, §5`, `design.md §3`. */
export function findCitations(text: string): readonly Citation[] {
  return [...joinLines(text).matchAll(CITATION)].flatMap(([, page = '', sections = '']) =>
    (sections.match(/\d+(?:\.\d+)*/g) ?? []).map((section) => ({
      page: page.toLowerCase() as CitedPage,
      section,
    })),
  );
}

/** Finds citations in any other form, each with the words before it. */
export function findStrayCitations(text: string): readonly string[] {
  if (!text.includes('§')) return [];
  const rest = joinLines(text).replace(CITATION, '…').replace(PUBLISHED, '…');
  return rest.match(/.{0,24}§ ?\d+/g) ?? [];
}

/** Finds the numbers of a page's sections: `4` in `## 4. States`, `2.1` in `### 2.1 The mission`. */
export const findSections = (markdown: string): ReadonlySet<string> =>
  new Set([...markdown.matchAll(/^#{2,6} (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number));

/** Finds the project documents that a text mentions: `docs/model.md`. */
export const findDocuments = (text: string): readonly string[] => text.match(/\bdocs\/[\w.-]+\.\w+/g) ?? [];

const FILE_NAME = /^[\w@.*-]+(?:\/[\w@.*-]+)*\.(?:tsx?|mjs|js|json|md|css|html|grit)$/;
const FOLDER_NAME = /^(?:src|tests|bench|scripts|lint|docs|public)(?:\/[\w@.-]+)*$/;

/** Finds files and folders in code marks on a page, as a full or a partial path; `*` matches any letters. */
export const findPaths = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => FILE_NAME.test(name) || FOLDER_NAME.test(name));

const SYMBOL = /^[A-Za-z_$][\w$]*(?:[.(][\w$.(), ]*)?$/;

/** Identifiers in code marks on a page, each part of `mission.advanceTo(clock.now())`, without those of files. */
export const findSymbols = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/`([^`\n]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => SYMBOL.test(name) && !FILE_NAME.test(name))
    .flatMap((name) => name.match(/[\w$]+/g) ?? []);

/** Finds identifiers and other words of a source file, without its comments. */
export const findWords = (code: string): readonly string[] =>
  code.replace(/\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms, '').match(/[\w$]+/g) ?? [];

/** True if a named file or folder is among the project's files. */
export function isKnownPath(name: string, files: readonly string[]): boolean {
  const pattern = name.split('*').map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'));
  const path = new RegExp(`(?:^|/)${pattern.join('[^/]*')}$`);
  return files.some((file) => path.test(file) || file.startsWith(`${name}/`));
}

/** Returns the anchor of a heading, as GitHub and Forgejo generate it. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Finds the anchors of a page's headings. */
export const findHeadingIds = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => headingId(heading));

/** Finds the targets of a page's links within the project: path, and heading if any. */
export const findLinks = (
  markdown: string,
): readonly { readonly path: string; readonly heading?: string }[] =>
  [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .map((target) => {
      const [path = '', heading] = target.split('#');
      return heading === undefined ? { path } : { path, heading };
    });
