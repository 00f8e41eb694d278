import { useAtomValue } from 'jotai';
import { Button } from '../../kit/controls/Button.tsx';
import { Field } from '../../kit/controls/Field.tsx';
import { Select } from '../../kit/controls/Select.tsx';
import { isVisitorUsedAtom, type PlacesOwner, placeListAtom, visitorAtom } from './atoms.ts';
import { LINK_ID } from './place-link.ts';
import { AS_SPECIFIED, observersOf, specifiedFor } from './place-list.ts';
import { placeText } from './place-text.ts';
import styles from './places.module.css';

interface Props {
  readonly owner: PlacesOwner;
  /** Absent while only the specified places are in use. */
  readonly onRestore: (() => void) | undefined;
}

export function SeenFrom({ owner, onRestore }: Props) {
  const list = useAtomValue(placeListAtom);
  const visitor = useAtomValue(visitorAtom);
  const isVisitorUsed = useAtomValue(isVisitorUsedAtom);
  const observers = observersOf(list);
  const specified = observers.filter(({ id }) => specifiedFor(id) !== undefined);
  const own = observers.slice(specified.length);
  const chosen = isVisitorUsed ? LINK_ID : (list.observer ?? '');
  return (
    <section className={styles.seenFrom} aria-label="Observer">
      <Field
        label="Seen from"
        hint="Passes, sky and look angles of both satellites are those of this observer."
      >
        {(control) => (
          <Select
            {...control}
            value={chosen}
            onChange={({ target }) => owner.chooseObserver(target.value === '' ? undefined : target.value)}
          >
            <option value="">As specified: {AS_SPECIFIED}</option>
            {visitor && <option value={LINK_ID}>{visitor.name} (from the link)</option>}
            {own.length > 0 && (
              <optgroup label="Own">
                {own.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
            {specified.length > 0 && (
              <optgroup label="Specified, for both satellites">
                {specified.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        )}
      </Field>
      {visitor && (
        <p className={styles.visitor}>
          <span>
            From the link, for this visit: <bdi>{visitor.name}</bdi>, {placeText(visitor)}.
          </span>
          <Button onClick={owner.keepVisitor}>Keep</Button>
        </p>
      )}
      {onRestore && (
        <Button look="quiet" className={styles.restore} onClick={onRestore}>
          Restore the specified places
        </Button>
      )}
    </section>
  );
}
