import { useAtomValue, useSetAtom } from 'jotai';
import { type ClipboardEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { PlaceId } from '../../../shared/entities/place.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Field, InputField } from '../../kit/controls/Field.tsx';
import { submitOnce } from '../../kit/controls/press-once.ts';
import { Select } from '../../kit/controls/Select.tsx';
import { networkAtom, type PlaceForm, type PlacesOwner, placeFormAtom, whyNoRadioAtom } from './atoms.ts';
import { BuiltInSearch } from './BuiltInSearch.tsx';
import type { BuiltInPlace } from './built-in.ts';
import { readPair } from './coordinates.ts';
import { LocationQuestion } from './LocationQuestion.tsx';
import {
  angleText,
  CHECKED_FIELDS,
  type CheckedField,
  type FormErrors,
  readForm,
  withKind,
} from './place-form.ts';
import {
  addPlaces,
  changePlace,
  isSamePlace,
  type PlaceDraft,
  replaceSpecified,
  SPECIFIED_OBSERVERS,
  specifiedFor,
} from './place-list.ts';
import styles from './places.module.css';
import { followPlace } from './radio-network.ts';

interface Props {
  readonly owner: PlacesOwner;
  readonly form: PlaceForm;
  /** Closes the dialog to show the map. */
  readonly onPick: () => void;
}

export function PlaceEditor({ owner, form, onPick }: Props) {
  const setForm = useSetAtom(placeFormAtom);
  const network = useAtomValue(networkAtom);
  const isReadOnly = useAtomValue(whyNoRadioAtom) !== undefined;
  const [errors, setErrors] = useState<FormErrors>({});
  const [isAsking, setAsking] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const satellite = specifiedFor(form.id);
  const specified = SPECIFIED_OBSERVERS.find(({ id }) => id === form.id);
  useEffect(() => formRef.current?.querySelector<HTMLElement>('[name="name"]')?.focus(), []);

  const change = (next: Partial<PlaceForm>) => {
    setForm({ ...form, ...next });
    const changed = CHECKED_FIELDS.filter((field) => field in next);
    if (changed.some((field) => errors[field])) {
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in next))));
    }
  };
  const fill = ({ name, kind, latitude, longitude, heightM }: BuiltInPlace) =>
    change({
      ...withKind(form, kind),
      name,
      latitude: angleText(latitude),
      longitude: angleText(longitude),
      height: String(heightM),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readForm(form);
    if (!read.ok) {
      setErrors(read.errors);
      const first = CHECKED_FIELDS.find((field) => read.errors[field]);
      formRef.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    save(read.place, read.id);
    setForm(undefined);
  };
  const save = (place: PlaceDraft, edited: PlaceId | undefined) => {
    const { list } = owner.state();
    if (edited !== undefined && !specified) {
      const changed = changePlace(list, edited, place);
      owner.change(changed);
      // The radio uses the place at its new position.
      const next = followPlace(
        network,
        edited,
        changed.places.find(({ id }) => id === edited),
      );
      if (next !== network && !isReadOnly) void owner.setNetwork(next);
      return;
    }
    if (specified && place.kind === 'observer' && isSamePlace(specified, place)) return;
    const own = { ...place, id: owner.newId(), isShown: true };
    if (place.kind === 'station') owner.change(addPlaces(list, [own]));
    else if (satellite) owner.change(replaceSpecified(list, satellite, own));
    // A new observer becomes the one in use.
    else owner.change({ ...addPlaces(list, [own]), observer: own.id });
  };
  /** Fills both coordinates, as copied from a map. */
  const paste = (event: ClipboardEvent) => {
    const pair = readPair(event.clipboardData.getData('text'));
    if (!pair) return;
    event.preventDefault();
    change({ latitude: angleText(pair[0]), longitude: angleText(pair[1]) });
  };
  const field = (name: CheckedField) => ({
    name,
    autoComplete: 'off',
    value: form[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  return (
    <form
      ref={formRef}
      className={styles.form}
      aria-labelledby={titleId}
      noValidate
      {...submitOnce}
      onSubmit={submit}
    >
      <h3 id={titleId} className={styles.title}>
        {form.id === undefined ? 'New place' : 'Edit place'}
      </h3>
      {specified && (
        <p className={styles.note}>
          It becomes your own place and replaces the specified {specified.name}, which can be shown again.
        </p>
      )}
      {form.id === undefined && <BuiltInSearch onChoose={fill} />}
      <div className={styles.actions}>
        <Button onClick={onPick}>Pick on the map</Button>
        {!isAsking && <Button onClick={() => setAsking(true)}>Use my location</Button>}
      </div>
      {isAsking && (
        <LocationQuestion
          locate={owner.locate}
          onLocated={({ latitude, longitude, heightM }) => {
            setAsking(false);
            const height = heightM === undefined ? form.height : String(heightM);
            change({ latitude: angleText(latitude), longitude: angleText(longitude), height });
          }}
          onCancel={() => setAsking(false)}
        />
      )}
      <div className={styles.fields}>
        <InputField label="Name" isRequired {...field('name')} />
        <Field label="Kind">
          {(control) => (
            <Select
              {...control}
              value={form.kind}
              onChange={({ target }) => change(withKind(form, target.value as PlaceForm['kind']))}
            >
              <option value="observer">Observer</option>
              <option value="station">Ground station</option>
            </Select>
          )}
        </Field>
        <InputField
          label="Latitude"
          isRequired
          hint="−90 to 90, or with N, S"
          onPaste={paste}
          {...field('latitude')}
        />
        <InputField
          label="Longitude"
          isRequired
          hint="−180 to 180, or with E, W"
          onPaste={paste}
          {...field('longitude')}
        />
        <InputField label="Height" hint="Metres above sea level" {...field('height')} />
        <InputField label="Mask" hint="Lowest elevation of a pass, in degrees" {...field('mask')} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" look="primary">
          {form.id === undefined ? 'Add place' : 'Save'}
        </Button>
        <Button look="quiet" onClick={() => setForm(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
