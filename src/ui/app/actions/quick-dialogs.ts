import { About } from './About.tsx';
import { KeySheet } from './KeySheet.tsx';
import { Palette } from './Palette.tsx';

/** The dialogs that open by a key or a press, and are to open at once: one chunk. */
export const QUICK_DIALOGS = { About, KeySheet, Palette };
