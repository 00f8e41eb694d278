import { useAtomValue, useSetAtom } from 'jotai';
import type { GroundLinkState } from '../../../shared/contract/consoles.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { isGroundLinkOfferedAtom, isGroundLinkWantedAtom } from './atoms.ts';
import styles from './consoles-panel.module.css';

const TEXTS: Readonly<Record<GroundLinkState, string>> = {
  off: 'Ground systems on this computer, such as Yamcs or a script, can fly ORBITA-1 in this window. Any program on this computer can then command it, without a password. The server has printed their ports.',
  connecting: 'This window is being connected to the ground link of the server…',
  connected:
    'Ground systems on this computer fly ORBITA-1 in this window: they receive its telemetry packets and command it.',
};

const ACTIONS: Readonly<Record<GroundLinkState, string>> = {
  off: 'Connect ground systems',
  connecting: 'Cancel',
  connected: 'Disconnect ground systems',
};

/** Agreement to ground systems, in a window that was opened by the address that the server has printed for them. */
export function GroundLink({ state }: { readonly state: GroundLinkState }) {
  const isOffered = useAtomValue(isGroundLinkOfferedAtom);
  const setWanted = useSetAtom(isGroundLinkWantedAtom);
  if (!isOffered) return null;
  return (
    <div className={styles.ground}>
      <p className={styles.note}>{TEXTS[state]}</p>
      <Button {...pressOnce(() => setWanted(state === 'off'))}>{ACTIONS[state]}</Button>
    </div>
  );
}
