import { useAtomValue } from 'jotai';
import type { NetworkStation } from '../../../shared/contract/network.ts';
import { maySteerAtom } from '../link/read-only.ts';
import { networkAtom, whyNoRadioAtom } from './atoms.ts';
import styles from './places.module.css';
import { isFull, isUsed, withoutStation, withStation } from './radio-network.ts';

/** Id of the note on the mission that the switches affect, and why they may be disabled. */
export const RADIO_NOTE_ID = 'places-radio';

interface Props {
  readonly station: NetworkStation;
  /** @param text describes the change */
  readonly onChange: (network: readonly NetworkStation[], text: string) => void;
}

/** Switches the radio's use of a station; absent where the mission is only watched. */
export function RadioSwitch({ station, onChange }: Props) {
  const network = useAtomValue(networkAtom);
  const why = useAtomValue(whyNoRadioAtom);
  const maySteer = useAtomValue(maySteerAtom);
  if (!maySteer) return null;
  const { id, name } = station;
  const isOn = isUsed(network, id);
  return (
    <label className={styles.radio}>
      <input
        type="checkbox"
        aria-label={`Used by the radio: ${name}`}
        aria-describedby={RADIO_NOTE_ID}
        checked={isOn}
        disabled={why !== undefined || (!isOn && isFull(network))}
        onChange={({ target }) =>
          target.checked
            ? onChange(withStation(network, station), `The radio uses ${name}.`)
            : onChange(withoutStation(network, id), `The radio no longer uses ${name}.`)
        }
      />
      <span aria-hidden="true">Used by the radio</span>
    </label>
  );
}
