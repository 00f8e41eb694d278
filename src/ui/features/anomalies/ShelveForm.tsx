import { type SubmitEvent, useState } from 'react';
import type { Shelving } from '../../../shared/contract/operations.ts';
import { type Anomaly, SHELF_MINUTES } from '../../../shared/entities/entities.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField } from '../../kit/controls/Field.tsx';
import { focusOnMount } from '../../kit/controls/focus-on-mount.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { useAction } from '../../mission/link/use-action.ts';
import styles from './anomalies.module.css';

export interface ShelveFormProps {
  readonly anomaly: Pick<Anomaly, 'id' | 'type'>;
  readonly onClose: () => void;
}

const labelOf = (minutes: number): string => formatDuration(minutes * MS_PER_MIN);
const LABELS = SHELF_MINUTES.map(labelOf);
const USUAL = labelOf(60);

/** Asks for how long, and why, an anomaly is shelved. */
export function ShelveForm({ anomaly: { id, type }, onClose }: ShelveFormProps) {
  const { shelveAnomaly } = useOperations();
  const [label, setLabel] = useState(USUAL);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { isBusy, refusal, run } = useAction((shelving: Shelving) => shelveAnomaly(shelving));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setError('Please give a reason for shelving.');
      return;
    }
    const minutes = SHELF_MINUTES.find((choice) => labelOf(choice) === label) ?? 60;
    const outcome = await run({ id, minutes, reason });
    if (outcome?.ok) onClose();
  };
  return (
    <form
      className={styles.shelve}
      aria-label={`Shelve the ${type} anomaly`}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <SelectField
        label="For"
        options={LABELS}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <InputField
        ref={focusOnMount}
        label="Reason"
        isRequired
        error={error}
        maxLength={200}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setError(undefined);
        }}
      />
      <div className={styles.shelveButtons}>
        <Button type="submit" look="primary" isBusy={isBusy} refusal={refusal}>
          Shelve
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
