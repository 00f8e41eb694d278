import { type BranchId, MAIN_BRANCH } from '../../../shared/contract/transport.ts';

/** How a branch is told apart everywhere: its letter, and the colour and the dashes of its line. */
export interface BranchLook {
  /** Of the tokens `--branch-0` to `--branch-3`; the mission itself is the first. */
  readonly hue: 0 | 1 | 2 | 3;
  /** Lines and gaps in widths of the line; none for a solid one. */
  readonly dash: readonly number[];
  /** `dashed`: of its line. */
  readonly word: string;
}

const MISSION: BranchLook = { hue: 0, dash: [], word: 'solid' };
const LOOKS: readonly BranchLook[] = [
  { hue: 1, dash: [4, 3], word: 'dashed' },
  { hue: 2, dash: [1.5, 2], word: 'dotted' },
  { hue: 3, dash: [6, 2, 1.5, 2], word: 'dash-dotted' },
];
const [FIRST] = LOOKS as [BranchLook];

/** The letters follow each other in the order in which the branches were made: neighbours look different. */
export const lookOf = (id: BranchId): BranchLook =>
  id === MAIN_BRANCH
    ? MISSION
    : (LOOKS[(id.charCodeAt(id.length - 1) - 'B'.charCodeAt(0)) % LOOKS.length] ?? FIRST);
