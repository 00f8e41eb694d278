import { useAtomValue } from 'jotai';
import { useMediaQuery } from '../page/use-media-query.ts';
import { themeChoiceAtom } from './preferences.ts';

export type Theme = 'dark' | 'light';

/** Returns the effective theme on this machine. */
export function useTheme(): Theme {
  const choice = useAtomValue(themeChoiceAtom);
  const isMachineLight = useMediaQuery('(prefers-color-scheme: light)');
  if (choice !== 'system') return choice;
  return isMachineLight ? 'light' : 'dark';
}
