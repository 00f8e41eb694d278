import { useAtomValue } from 'jotai';
import type { NetworkStation } from '../../../shared/contract/network.ts';
import { networkAtom, whyNoRadioAtom } from './atoms.ts';
import styles from './places.module.css';
import { isFull, isUsed, withoutStation, withStation } from './radio-network.ts';

/** Id of the note that says for which mission the switches act, and why they do not. */
export const RADIO_NOTE_ID = 'places-radio';

interface Props {
  readonly station: NetworkStation;
  /** @param text what was done */
  readonly onChange: (network: readonly NetworkStation[], text: string) => void;
}

/** Whether the spacecraft's radio uses a station. */
export function RadioSwitch({ station, onChange }: Props) {
  const network = useAtomValue(networkAtom);
  const why = useAtomValue(whyNoRadioAtom);
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
