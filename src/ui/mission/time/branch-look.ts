import { type BranchId, MAIN_BRANCH } from '../../../shared/contract/transport.ts';

/** Look that distinguishes a branch everywhere, beside its letter: colour and dashes of its line. */
export interface BranchLook {
  /** Index of the tokens `--branch-0` to `--branch-3`; the mission itself has the first. */
  readonly hue: 0 | 1 | 2 | 3;
  /** Lengths of dashes and gaps, in line widths; none for a solid line. */
  readonly dash: readonly number[];
  /** Word for the line: `dashed`. */
  readonly word: string;
}

const MISSION: BranchLook = { hue: 0, dash: [], word: 'solid' };
const LOOKS: readonly BranchLook[] = [
  { hue: 1, dash: [4, 3], word: 'dashed' },
  { hue: 2, dash: [1.5, 2], word: 'dotted' },
  { hue: 3, dash: [6, 2, 1.5, 2], word: 'dash-dotted' },
];
const [FIRST] = LOOKS as [BranchLook];

/** Returns the look of a branch. Letters follow the order of creation, so neighbours look different. */
export const lookOf = (id: BranchId): BranchLook =>
  id === MAIN_BRANCH
    ? MISSION
    : (LOOKS[(id.charCodeAt(id.length - 1) - 'B'.charCodeAt(0)) % LOOKS.length] ?? FIRST);
