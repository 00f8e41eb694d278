import { About } from './About.tsx';
import { KeySheet } from './KeySheet.tsx';
import { Palette } from './Palette.tsx';

/** Dialogs opened by a key or a press, which must open at once: one chunk. */
export const QUICK_DIALOGS = { About, KeySheet, Palette };
