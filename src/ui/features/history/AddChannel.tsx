import { useAtom } from 'jotai';
import { MODEL_CHANNELS, type ModelChannel } from '../../../shared/contract/history.ts';
import { Select } from '../../kit/controls/Select.tsx';
import { MODEL_DEFINITIONS } from '../../mission/link/model-channels.ts';
import { addedChannelsAtom } from './atoms.ts';
import styles from './history.module.css';

/** Adds a model channel below the five of telemetry. */
export function AddChannel() {
  const [added, setAdded] = useAtom(addedChannelsAtom);
  const others = MODEL_CHANNELS.filter((channel) => !added.includes(channel));
  if (others.length === 0) return null;
  return (
    <span className={styles.add}>
      <Select
        aria-label="Add channel"
        value=""
        onChange={({ target }) => setAdded([...added, target.value as ModelChannel])}
      >
        <option value="" disabled hidden>
          Add channel
        </option>
        {others.map((channel) => (
          <option key={channel} value={channel}>
            {MODEL_DEFINITIONS[channel].title}
          </option>
        ))}
      </Select>
    </span>
  );
}
