import { useEffect, useState } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField } from '../../kit/controls/Field.tsx';
import { loadChunks } from '../../kit/on-demand/load-chunks.ts';
import { type BuiltInPlace, findBuiltIn } from './built-in.ts';
import styles from './places.module.css';

/** Maximum number of results. */
const MOST_RESULTS = 6;

type Lists = readonly BuiltInPlace[] | Error | undefined;

async function fetchLists(): Promise<readonly BuiltInPlace[]> {
  await loadChunks(['built-in-lists']);
  return (await import('./built-in-lists.ts')).BUILT_IN_PLACES;
}

/** Searches the built-in cities and stations. */
export function BuiltInSearch({ onChoose }: { readonly onChoose: (place: BuiltInPlace) => void }) {
  const [search, setSearch] = useState('');
  const [lists, setLists] = useState<Lists>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches again
  useEffect(() => {
    let isWanted = true;
    fetchLists().then(
      (found) => isWanted && setLists(found),
      (error: Error) => isWanted && setLists(error),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  const found = Array.isArray(lists) ? findBuiltIn(lists, search, MOST_RESULTS) : [];
  const isSought = search.trim() !== '';
  return (
    <search className={styles.search} aria-label="Cities and stations">
      <InputField
        type="search"
        label="Search cities and stations"
        placeholder="Berlin, or DSN"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (first) onChoose(first);
        }}
      />
      <p role="status" className={styles.note}>
        {isSought &&
          Array.isArray(lists) &&
          found.length === 0 &&
          'No such city or station. Enter the place yourself.'}
        {lists instanceof Error && `The lists failed to load: ${lists.message}.`}
      </p>
      {lists instanceof Error && <Button onClick={() => setAttempt(attempt + 1)}>Load again</Button>}
      {found.length > 0 && (
        <ul className={styles.results} aria-label="Found">
          {found.map((place) => (
            <li key={`${place.name} ${place.group}`}>
              <button type="button" className={styles.result} onClick={() => onChoose(place)}>
                {place.name} <span className={styles.note}>{place.group}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
