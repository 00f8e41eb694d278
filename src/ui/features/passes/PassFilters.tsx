import { SelectField } from '../../kit/controls/Field.tsx';
import { toggled } from '../../kit/controls/facets.ts';
import {
  LEAST_ELEVATIONS,
  type PassFilter,
  PERIODS,
  SATELLITE_GROUPS,
  type SatelliteGroup,
} from './pass-filter.ts';
import { GROUP_NAMES, PERIOD_NAMES } from './pass-text.ts';
import styles from './passes.module.css';
import type { PassPlace } from './use-pass-place.ts';

const elevationName = (least: number): string => (least === 0 ? 'Any' : `From ${least}°`);

interface Props {
  readonly filter: PassFilter;
  readonly onChange: (filter: PassFilter) => void;
  readonly passPlace: PassPlace;
}

/** Filters of the listed passes: place, period, elevation, light and satellites. */
export function PassFilters({ filter, onChange, passPlace: { place, names, choose } }: Props) {
  return (
    <div className={styles.fields}>
      <SelectField
        label="Seen from"
        options={names}
        value={place?.name}
        onChange={({ target }) => choose(target.selectedIndex)}
      />
      <SelectField
        label="Period"
        options={PERIODS.map((period) => PERIOD_NAMES[period])}
        value={PERIOD_NAMES[filter.period]}
        onChange={({ target }) =>
          onChange({ ...filter, period: PERIODS[target.selectedIndex] ?? filter.period })
        }
      />
      <SelectField
        label="Highest elevation"
        options={LEAST_ELEVATIONS.map(elevationName)}
        value={elevationName(filter.leastElevation)}
        onChange={({ target }) =>
          onChange({ ...filter, leastElevation: LEAST_ELEVATIONS[target.selectedIndex] ?? 0 })
        }
      />
      <fieldset className={styles.checks}>
        <legend>Satellites</legend>
        {SATELLITE_GROUPS.map((group) => (
          <label key={group}>
            <input
              type="checkbox"
              checked={filter.groups.length === 0 || filter.groups.includes(group)}
              // At least one stays listed.
              disabled={filter.groups.length === 1 && filter.groups.includes(group)}
              onChange={() => {
                const chosen = filter.groups.length === 0 ? SATELLITE_GROUPS : filter.groups;
                const groups = toggled<SatelliteGroup>(chosen, group);
                onChange({ ...filter, groups: groups.length === SATELLITE_GROUPS.length ? [] : groups });
              }}
            />
            {GROUP_NAMES[group]}
          </label>
        ))}
      </fieldset>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filter.isVisibleOnly}
          onChange={({ target }) => onChange({ ...filter, isVisibleOnly: target.checked })}
        />
        Visible only
      </label>
    </div>
  );
}
