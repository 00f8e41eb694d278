import { useAtomValue } from 'jotai';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { LONGEST_GROUP } from '../../../shared/contract/satellite-list.ts';
import { type ElementsText, MOST_SATELLITES } from '../../../shared/orbit/elements-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { TextAreaField } from '../../kit/controls/Field.tsx';
import { formatCount } from '../../kit/format.ts';
import { addedSatellitesAtom, type FleetControl, fleetControlAtom } from './atoms.ts';
import { readElementsFiles } from './elements-files.ts';
import { readGroups } from './groups.ts';
import { toSatellite } from './kept-satellites.ts';
import { isAdded } from './mission-satellites.ts';
import styles from './satellites.module.css';
import { useDroppedFiles } from './use-dropped-files.ts';

interface AdditionReport {
  readonly summary: string;
  readonly problems: readonly string[];
}

const count = (number: number, what: string): string =>
  `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`;

interface Props {
  /** Files dropped on it are read like pasted text. */
  readonly dialogRef: RefObject<HTMLElement | null>;
  readonly onDropped: () => void;
}

/** The field *Elements*: if anything cannot be read, the text stays, and the problems are listed. */
export function AddSatellites({ dialogRef, onDropped }: Props) {
  const control = useAtomValue(fleetControlAtom);
  const known = useAtomValue(addedSatellitesAtom);
  const [text, setText] = useState('');
  const [group, setGroup] = useState('');
  const [outcome, setOutcome] = useState<AdditionReport>();
  const outcomeId = useId();
  const [isBusy, setBusy] = useState(false);
  /** @returns true if there was no problem */
  const add = ({ elements, problems }: ElementsText, whatRemains: string): boolean => {
    if (!control) return false;
    const groups = readGroups(group);
    const all = elements.map((one) => toSatellite(one, { groups }));
    const satellites = all.filter(isAdded);
    const renewed = satellites.filter(({ id }) => known.some((other) => other.id === id)).length;
    const leftOver = satellites.length > 0 ? control.add(satellites) : 0;
    const allProblems = [
      ...problems,
      ...all.filter((one) => !isAdded(one)).map(({ name }) => `${name}: the mission has this satellite.`),
      ...(leftOver > 0
        ? [`${count(leftOver, 'satellite')} left out: the list holds up to ${formatCount(MOST_SATELLITES)}.`]
        : []),
    ];
    const added = satellites.length - renewed - leftOver;
    const parts = [
      `${count(added, 'satellite')} added`,
      ...(renewed > 0 ? [`${formatCount(renewed)} renewed`] : []),
      ...(allProblems.length > 0 ? [`${count(allProblems.length, 'problem')}${whatRemains}`] : []),
    ];
    setOutcome({ summary: `${parts.join(', ')}.`, problems: allProblems });
    return allProblems.length === 0;
  };
  /** Reads in the worker, one text at a time. */
  const readWith = async (read: (control: FleetControl) => Promise<ElementsText>): Promise<ElementsText> => {
    if (!control) return { elements: [], problems: [] };
    setBusy(true);
    try {
      return await read(control);
    } catch (error) {
      return { elements: [], problems: [`The elements were not read: ${(error as Error).message}.`] };
    } finally {
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || text.trim() === '') return;
    const read = await readWith((fleet) => fleet.read(text));
    if (add(read, '; the text stays here to be corrected')) setText('');
  };
  const isFileHeld = useDroppedFiles(dialogRef, async (files) => {
    onDropped();
    add(await readWith((fleet) => readElementsFiles(files, fleet.read)), '');
  });
  return (
    <form className={styles.add} data-held={isFileHeld || undefined} onSubmit={submit}>
      <TextAreaField
        label="Elements"
        hint="Paste TLE lines or OMM, for instance from CelesTrak, or drop a file. Nothing leaves this browser."
        rows={5}
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.actions}>
        <input
          className={styles.search}
          aria-label="Group of the satellites"
          placeholder="Group (optional)"
          maxLength={LONGEST_GROUP}
          autoComplete="off"
          value={group}
          onChange={({ target }) => setGroup(target.value)}
        />
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          disabled={!control}
          refusal={text.trim() === '' ? 'There are no elements to add.' : undefined}
        >
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
