import { useAtomValue } from 'jotai';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { TextAreaField } from '../kit/controls/Field.tsx';
import { formatCount } from '../kit/format.ts';
import { addedSatellitesAtom, fleetControlAtom } from './atoms.ts';
import { MOST_SATELLITES } from './fleet.ts';
import { toSatellite } from './kept-satellites.ts';
import styles from './satellites.module.css';

interface Outcome {
  readonly summary: string;
  readonly problems: readonly string[];
}

const count = (number: number, what: string): string =>
  `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`;

/** The field *Elements*: what cannot be read stays in it, with a problem for each. */
export function AddSatellites() {
  const control = useAtomValue(fleetControlAtom);
  const known = useAtomValue(addedSatellitesAtom);
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const outcomeId = useId();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!control || isBusy || text.trim() === '') return;
    setBusy(true);
    const { elements, problems } = await control.read(text).catch(({ message }: Error) => ({
      elements: [],
      problems: [`The elements were not read: ${message}.`],
    }));
    setBusy(false);
    const satellites = elements.map((one) => toSatellite(one));
    const renewed = satellites.filter(({ id }) => known.some((other) => other.id === id)).length;
    const leftOver = satellites.length > 0 ? control.add(satellites) : 0;
    const told = [
      ...problems,
      ...(leftOver > 0
        ? [`${count(leftOver, 'satellite')} found no room: ${formatCount(MOST_SATELLITES)} can be added.`]
        : []),
    ];
    const added = satellites.length - renewed - leftOver;
    const parts = [
      `${count(added, 'satellite')} added`,
      ...(renewed > 0 ? [`${formatCount(renewed)} renewed`] : []),
      ...(told.length > 0 ? [`${count(told.length, 'problem')}; the text stays here to be corrected`] : []),
    ];
    setOutcome({ summary: `${parts.join(', ')}.`, problems: told });
    if (told.length === 0) setText('');
  };
  return (
    <form className={styles.add} onSubmit={submit}>
      <TextAreaField
        label="Elements"
        hint="Paste TLE lines or OMM, for instance from CelesTrak. Nothing leaves this browser."
        rows={5}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={!control || text.trim() === ''}>
          Add satellite
        </Button>
        <p id={outcomeId} role="status" className={styles.note}>
          {outcome?.summary}
        </p>
      </div>
      {outcome && outcome.problems.length > 0 && (
        <ul className={styles.problems} aria-label="Problems" aria-describedby={outcomeId}>
          {outcome.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </form>
  );
}
