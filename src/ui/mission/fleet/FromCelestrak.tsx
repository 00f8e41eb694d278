import { useAtomValue } from 'jotai';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  ELEMENT_GROUPS,
  type ElementsAnswer,
  type ElementsQuery,
  HIGHEST_NUMBER,
  isElementGroup,
  LONGEST_NAME,
  SHORTEST_NAME,
  searchableName,
} from '../../../shared/contract/celestrak.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField } from '../../kit/controls/Field.tsx';
import { addedSatellitesAtom, type FleetControl, fleetControlAtom } from './atoms.ts';
import { FoundSatellites } from './FoundSatellites.tsx';
import styles from './satellites.module.css';
import { updateElements } from './update-elements.ts';

/** The last CelesTrak query, in words, and its answer. */
interface CelestrakSearch {
  readonly what: string;
  readonly answer: ElementsAnswer;
  /** Name of the group that the satellites belong to. */
  readonly group: string | undefined;
}

/** Parses a search: digits alone are a catalogue number, everything else is part of a name. */
function readSearch(text: string): Result<ElementsQuery> {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) {
    const noradId = Number(trimmed);
    if (noradId >= 1 && noradId <= HIGHEST_NUMBER) return succeeded({ kind: 'number', noradId });
    return failed('A catalogue number is from 1 to 999,999,999.');
  }
  const name = searchableName(trimmed);
  if (name !== undefined) return succeeded({ kind: 'name', name });
  return failed(
    `Use ${SHORTEST_NAME} to ${LONGEST_NAME} characters: letters without accents, digits and punctuation.`,
  );
}

const GROUPS = Object.values(ELEMENT_GROUPS);

/** Allows one fetch at a time: another kind of fetch, or closing the dialog, aborts it. */
function useCancelling(): () => AbortSignal {
  const cancelling = useRef<AbortController>(undefined);
  useEffect(() => () => cancelling.current?.abort(), []);
  return () => {
    cancelling.current?.abort();
    cancelling.current = new AbortController();
    return cancelling.current.signal;
  };
}

/** Satellites from CelesTrak: a group, or a search by name or number. */
export function FromCelestrak() {
  const control = useAtomValue(fleetControlAtom);
  return control ? <Chooser control={control} /> : null;
}

function Chooser({ control }: { readonly control: FleetControl }) {
  const satellites = useAtomValue(addedSatellitesAtom);
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState('');
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState('');
  const [found, setFound] = useState<CelestrakSearch>();
  const [busyWith, setBusyWith] = useState<'group' | 'search' | 'update'>();
  const begin = useCancelling();
  const titleId = useId();

  /** Runs a network task, and shows its outcome. */
  const run = async (
    what: 'group' | 'search' | 'update',
    words: string,
    work: (signal: AbortSignal) => Promise<string>,
  ) => {
    if (busyWith === what) return;
    const signal = begin();
    setProblem(undefined);
    setBusyWith(what);
    setSaid(words);
    const outcome = await work(signal);
    if (signal.aborted) return;
    setBusyWith(undefined);
    setSaid(outcome);
  };

  const find = async (query: ElementsQuery, what: string, ofGroup?: string) =>
    run(query.kind === 'group' ? 'group' : 'search', `Fetching ${what} from CelesTrak…`, async (signal) => {
      setFound(undefined);
      const answer = await control.fetchElements(query, signal);
      if (!answer.ok) {
        return `${what}: ${answer.message.replace(/\.$/, '')}. You can paste elements below instead.`;
      }
      if (answer.value.elements.length === 0) return `${what}: CelesTrak has no satellite that matches.`;
      setFound({ what, answer: answer.value, group: ofGroup });
      return '';
    });

  const chooseGroup = (event: FormEvent) => {
    event.preventDefault();
    const id = Object.keys(ELEMENT_GROUPS)
      .filter(isElementGroup)
      .find((one) => ELEMENT_GROUPS[one] === group);
    if (id) void find({ kind: 'group', group: id }, group, group);
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    const query = readSearch(typed);
    if (query.ok) void find(query.value, typed.trim());
    else setProblem(query.message);
  };
  const fromCelestrak = satellites.filter(({ isFromCelestrak }) => isFromCelestrak);

  return (
    <section className={styles.add} aria-labelledby={titleId}>
      <div className={styles.tools}>
        <h3 id={titleId} className={styles.title}>
          From CelesTrak
        </h3>
        {fromCelestrak.length > 0 && (
          <Button
            look="quiet"
            className={styles.last}
            isBusy={busyWith === 'update'}
            onClick={() =>
              run('update', 'Updating elements from CelesTrak…', (signal) =>
                updateElements(fromCelestrak, control, signal),
              )
            }
          >
            Update elements
          </Button>
        )}
      </div>
      <div className={styles.choices}>
        <form className={styles.ask} onSubmit={chooseGroup}>
          <SelectField
            label="Group"
            options={GROUPS}
            placeholder="Choose a group"
            value={group}
            onChange={({ target }) => setGroup(target.value)}
          />
          <Button type="submit" isBusy={busyWith === 'group'} disabled={group === ''}>
            List group
          </Button>
        </form>
        <form className={styles.ask} onSubmit={search}>
          <InputField
            label="Name or catalogue number"
            placeholder={`At least ${SHORTEST_NAME} characters`}
            maxLength={LONGEST_NAME}
            spellCheck={false}
            autoComplete="off"
            value={typed}
            error={problem}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" isBusy={busyWith === 'search'} disabled={typed.trim() === ''}>
            Search
          </Button>
        </form>
      </div>
      <p role="status" className={styles.note}>
        {said}
      </p>
      {found && (
        <FoundSatellites
          {...found}
          control={control}
          added={satellites}
          onClose={() => setFound(undefined)}
        />
      )}
    </section>
  );
}
