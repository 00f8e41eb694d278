import { useAtom } from 'jotai';
import { createContext, useCallback, useContext } from 'react';
import { isSoundOnAtom } from '../preferences/preferences.ts';

/** Plays the tone; silent where nobody has given one. */
export const ToneContext = createContext<() => void>(() => undefined);

/** Whether anomalies are heard, and the switch. Switching on plays the tone: so one knows it, and that it can be heard. */
export function useSoundSwitch(): readonly [isOn: boolean, toggle: () => void] {
  const [isOn, setOn] = useAtom(isSoundOnAtom);
  const play = useContext(ToneContext);
  const toggle = useCallback(() => {
    setOn(!isOn);
    if (!isOn) play();
  }, [isOn, setOn, play]);
  return [isOn, toggle];
}
