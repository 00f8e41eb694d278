import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { TAB_NAMES, type Tab } from '../../mission/navigation/tabs.ts';
import { elsewhereAtom } from '../../mission/time/shown-time.ts';
import { askingRollUpAtom, ROLL_UP_STATUS, type RollUpWord } from './roll-up.ts';

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

const PLAIN_FAVICON = '/favicon.svg';

/**
 * Title of the page: `▲ Critical · Telemetry · ORBITA-1 Mission Control`. A replay or branch shows its name
 * in place of a status, which would not be the mission's.
 */
export function pageTitle(tab: Tab, word: RollUpWord, elsewhere?: string): string {
  const glyph = word && GLYPHS[ROLL_UP_STATUS[word]];
  const parts = [elsewhere ?? (glyph && `${glyph} ${word}`), tab !== 'overview' && TAB_NAMES[tab], TITLE];
  return parts.filter(Boolean).join(' · ');
}

/**
 * Icon of the page, with the level's shape in its corner. Separate files, because inline images are not
 * allowed.
 */
export function faviconOf(word: RollUpWord): string {
  const level = word && ROLL_UP_STATUS[word];
  return level === undefined || level === 'normal' ? PLAIN_FAVICON : `/favicon-${level}.svg`;
}

function setFavicon(path: string): void {
  const link = document.querySelector('link[rel="icon"]');
  if (link && link.getAttribute('href') !== path) link.setAttribute('href', path);
}

/** Shows the roll-up in the window's title and icon, for operators in another window. */
export function PageStatus({ tab }: { readonly tab: Tab }) {
  const rollUp = useAtomValue(askingRollUpAtom);
  const elsewhere = useAtomValue(elsewhereAtom);
  const word = elsewhere === undefined ? rollUp : undefined;
  useEffect(() => {
    document.title = pageTitle(tab, word, elsewhere);
  }, [tab, word, elsewhere]);
  useEffect(() => setFavicon(faviconOf(word)), [word]);
  useEffect(() => () => setFavicon(PLAIN_FAVICON), []);
  return null;
}
