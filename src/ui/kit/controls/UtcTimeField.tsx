import { CalendarDays } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { parseUtc, tidyUtcText, utcFieldText } from '../../../shared/kit/utc-text.ts';
import styles from './controls.module.css';
import { Field, type FieldProps } from './Field.tsx';

interface UtcTimeFieldProps
  extends Omit<FieldProps, 'hint'>,
    Pick<ComponentProps<'input'>, 'name' | 'readOnly'> {
  readonly value: string;
  readonly onValue?: (text: string) => void;
  /** Returns the current time, whose date completes a time of day. */
  readonly now: () => EpochMs | undefined;
  /** Receives a step by an arrow key, ms; by default it moves the time in the field. */
  readonly onStep?: (byMs: number) => void;
  /** Note shown after the word UTC. */
  readonly note?: string | undefined;
}

/** Later and earlier, by 5 min, and with Shift by an hour. */
const STEP_KEYS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
const STEP_MS = 5 * MS_PER_MIN;

/**
 * UTC date and time, typed in 24-hour format because the browser's own field uses the local one. The
 * browser's calendar picks only the date.
 */
export function UtcTimeField({
  value,
  onValue,
  now,
  onStep,
  note,
  name,
  readOnly,
  ...field
}: UtcTimeFieldProps) {
  const dateRef = useRef<HTMLInputElement>(null);
  const tidy = () => {
    const text = tidyUtcText(value, now());
    if (text !== value) onValue?.(text);
  };
  const step = (byMs: number) => {
    const time = parseUtc(tidyUtcText(value, now()));
    if (onStep) {
      tidy();
      onStep(byMs);
    } else if (time !== undefined) onValue?.(utcFieldText(addMs(time, byMs)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Synchronous because this key submits the form.
    if (event.key === 'Enter') flushSync(tidy);
    const direction = STEP_KEYS[event.key];
    if (direction === undefined || readOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(direction * (event.shiftKey ? MS_PER_H : STEP_MS));
  };
  function pickDate(date: string) {
    if (date === '') return;
    const time = parseUtc(tidyUtcText(value, now())) ?? now();
    onValue?.(`${date} ${time === undefined ? '00:00' : utcFieldText(time).slice(11, 16)}`);
  }
  return (
    <Field {...field} hint={note === undefined ? 'UTC' : `UTC, ${note}`}>
      {(control) => (
        <div className={styles.utcTime}>
          <input
            className={styles.control}
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder="YYYY-MM-DD hh:mm"
            {...{ name, readOnly, value }}
            {...control}
            onChange={({ target }) => onValue?.(target.value)}
            onBlur={tidy}
            onKeyDown={onKeyDown}
          />
          {/* For pointers; keyboard users type the date. */}
          <input
            ref={dateRef}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={dateOf(value)}
            onChange={({ target }) => pickDate(target.value)}
          />
          <button
            type="button"
            tabIndex={-1}
            aria-label="Choose a date"
            disabled={readOnly}
            onClick={() => dateRef.current?.showPicker()}
          >
            <CalendarDays aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}

function dateOf(value: string): string {
  const time = parseUtc(value);
  return time === undefined ? '' : utcFieldText(time).slice(0, 10);
}
