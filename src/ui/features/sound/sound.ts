import { useAtom } from 'jotai';
import { createContext, useCallback, useContext } from 'react';
import { isSoundOnAtom } from '../../kit/preferences/preferences.ts';

/** Plays the tone; silent without a provider. */
export const ToneContext = createContext<() => void>(() => undefined);

/** Locks between the windows of this browser; absent over plain HTTP. */
export const LocksContext = createContext<Pick<LockManager, 'request'> | undefined>(undefined);

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
