import { Button } from '../../kit/controls/Button.tsx';
import { InputField } from '../../kit/controls/Field.tsx';
import {
  hasLimits,
  limitProblem,
  NO_LIMITS,
  ORBIT_FIELDS,
  type OrbitField,
  type OrbitLimits,
} from './orbit-filter.ts';
import styles from './satellites.module.css';

const NAMES: Readonly<Record<OrbitField, string>> = {
  altitude: 'Altitude, km',
  inclination: 'Inclination, °',
  period: 'Period, min',
};

interface Props {
  readonly limits: OrbitLimits;
  readonly onChange: (limits: OrbitLimits) => void;
}

/** Fields for the minimum and maximum of each orbit property. */
export function OrbitFilter({ limits, onChange }: Props) {
  return (
    <div className={styles.orbit}>
      {ORBIT_FIELDS.map((field) => (
        <fieldset key={field} className={styles.limits}>
          <legend className={styles.note}>{NAMES[field]}</legend>
          {(['from', 'to'] as const).map((end, index) => (
            <InputField
              key={end}
              label={index === 0 ? 'From' : 'To'}
              inputMode="decimal"
              autoComplete="off"
              value={limits[field][index]}
              error={limitProblem(limits[field][index] ?? '')}
              onChange={({ target }) => {
                const [from, to] = limits[field];
                onChange({
                  ...limits,
                  [field]: index === 0 ? [target.value, to] : [from, target.value],
                });
              }}
            />
          ))}
        </fieldset>
      ))}
      <Button
        look="quiet"
        className={styles.clear}
        disabled={!hasLimits(limits)}
        onClick={() => onChange(NO_LIMITS)}
      >
        Clear
      </Button>
    </div>
  );
}
