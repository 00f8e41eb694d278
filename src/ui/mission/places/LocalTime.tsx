import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { SelectField } from '../../kit/controls/Field.tsx';
import { formatUtcMinute } from '../../kit/format.ts';
import { missionMinuteAtom } from '../link/atoms.ts';
import { LocalClock } from './LocalClock.tsx';
import { browserZone, timeZones } from './local-time.ts';
import type { PlaceList } from './place-list.ts';
import styles from './places.module.css';

interface Props {
  readonly list: PlaceList;
  readonly onChange: (list: PlaceList) => void;
}

/** Local time beside UTC, on request. The time zone is chosen, because places do not have one. */
export function LocalTime({ list, onChange }: Props) {
  const { zone } = list;
  const [zones] = useState(timeZones);
  const time = useAtomValue(missionMinuteAtom);
  return (
    <section className={styles.localTime} aria-label="Local time">
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={zone !== undefined}
          onChange={({ target }) => onChange({ ...list, zone: target.checked ? browserZone() : undefined })}
        />
        Show local time beside UTC
      </label>
      {zone !== undefined && (
        <>
          <SelectField
            label="Time zone"
            options={zones.includes(zone) ? zones : [zone, ...zones]}
            value={zone}
            onChange={({ target }) => onChange({ ...list, zone: target.value })}
          />
          {time !== undefined && (
            <div className={styles.clocks}>
              <p>{formatUtcMinute(time)} UTC</p>
              <LocalClock className={styles.note} />
            </div>
          )}
        </>
      )}
    </section>
  );
}
