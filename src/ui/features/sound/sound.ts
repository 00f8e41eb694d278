import { useAtom } from 'jotai';
import { createContext, useCallback, useContext } from 'react';
import { isSoundOnAtom } from '../../kit/preferences/preferences.ts';

/** Plays the tone; silent without a provider. */
export const ToneContext = createContext<() => void>(() => undefined);

/** Returns true while the sound is on, and its switch. Switching on plays the tone as a check. */
export function useSoundSwitch(): readonly [isOn: boolean, toggle: () => void] {
  const [isOn, setOn] = useAtom(isSoundOnAtom);
  const play = useContext(ToneContext);
  const toggle = useCallback(() => {
    setOn(!isOn);
    if (!isOn) play();
  }, [isOn, setOn, play]);
  return [isOn, toggle];
}
