import type { StatusLevel } from '../kit/status/levels.ts';
import { TAB_NAMES, type Tab } from '../navigation/tabs.ts';
import type { RollUpWord } from './roll-up.ts';
import { ROLL_UP_STATUS } from './roll-up.ts';

const TITLE = 'ORBITA-1 Mission Control';

/** Shapes of the status levels in a window's title; nominal has none. */
const GLYPHS: Readonly<Record<StatusLevel, string | undefined>> = {
  critical: '▲',
  serious: '◆',
  caution: '■',
  normal: undefined,
  standby: '◉',
  off: '○',
};

export const PLAIN_FAVICON = '/favicon.svg';

/** Title of the page: `▲ Critical · Telemetry · ORBITA-1 Mission Control`. */
export function pageTitle(tab: Tab, word: RollUpWord): string {
  const glyph = word && GLYPHS[ROLL_UP_STATUS[word]];
  const parts = [glyph && `${glyph} ${word}`, tab !== 'overview' && TAB_NAMES[tab], TITLE];
  return parts.filter(Boolean).join(' · ');
}

/**
 * Icon of the page, with the level's shape in its corner. One file each, because inline images are not
 * allowed.
 */
export function faviconOf(word: RollUpWord): string {
  const level = word && ROLL_UP_STATUS[word];
  return level === undefined || level === 'normal' ? PLAIN_FAVICON : `/favicon-${level}.svg`;
}
