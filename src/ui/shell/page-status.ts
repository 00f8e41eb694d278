import type { RollUpWord } from '../anomalies/roll-up.ts';
import { ROLL_UP_STATUS } from '../anomalies/roll-up.ts';
import type { StatusLevel } from '../status/levels.ts';
import { TAB_NAMES, type Tab } from './tabs.ts';

const TITLE = 'ORBITA-1 Mission Control';

/** The shapes of the status levels as a window's title can show them; what is normal needs none. */
const GLYPHS: Readonly<Record<StatusLevel, string | undefined>> = {
  critical: '▲',
  serious: '◆',
  caution: '■',
  normal: undefined,
  standby: '◉',
  off: '○',
};

export const PLAIN_FAVICON = '/favicon.svg';

/** The page's title: `▲ Critical · Telemetry · ORBITA-1 Mission Control`. */
export function pageTitle(tab: Tab, word: RollUpWord): string {
  const glyph = word && GLYPHS[ROLL_UP_STATUS[word]];
  const parts = [glyph && `${glyph} ${word}`, tab !== 'overview' && TAB_NAMES[tab], TITLE];
  return parts.filter(Boolean).join(' · ');
}

/** The page's icon, with the shape of the level in its corner. A file each, as nothing inline is let in. */
export function faviconOf(word: RollUpWord): string {
  const level = word && ROLL_UP_STATUS[word];
  return level === undefined || level === 'normal' ? PLAIN_FAVICON : `/favicon-${level}.svg`;
}
