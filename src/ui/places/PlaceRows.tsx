import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { Place, PlaceId } from '../../shared/places.ts';
import { SATELLITE_IDS, SATELLITES } from '../../shared/satellites.ts';
import { STATION_IDS } from '../../shared/stations.ts';
import { Button } from '../kit/controls/Button.tsx';
import { useKeptFocus } from '../kit/controls/use-kept-focus.ts';
import { isVisitorUsedAtom, type PlacesOwner, placeFormAtom, placeListAtom } from './atoms.ts';
import { formOf } from './place-form.ts';
import {
  changePlace,
  type OwnPlace,
  type PlaceList,
  removePlace,
  SPECIFIED_OBSERVERS,
  SPECIFIED_STATIONS,
  showSpecified,
} from './place-list.ts';
import { placeText } from './place-text.ts';
import styles from './places.module.css';

interface Props {
  readonly owner: PlacesOwner;
  /** @param text what was done */
  readonly onChange: (list: PlaceList, text: string) => void;
  readonly onCopyLink: (id: PlaceId) => void;
}

/** All places: the specified ones first. */
export function PlaceRows(props: Props) {
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div {...kept} tabIndex={-1} className={styles.lists}>
      <Group title="Observers" kind="observer" {...props} />
      <Group title="Ground stations" kind="station" {...props} />
    </div>
  );
}

interface GroupProps extends Props {
  readonly title: string;
  readonly kind: Place['kind'];
}

function Group({ title, kind, ...rest }: GroupProps) {
  const list = useAtomValue(placeListAtom);
  const own = list.places.filter((place) => place.kind === kind);
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.rows}>
        {kind === 'observer' &&
          SPECIFIED_OBSERVERS.map((place, index) => (
            <Row key={place.id} place={place} mark={<SpecifiedMark place={place} index={index} />} />
          ))}
        {kind === 'station' &&
          SPECIFIED_STATIONS.map((place, index) => (
            <SpecifiedStationRow key={place.id} place={place} index={index} owner={rest.owner} list={list} />
          ))}
        {own.map((place) => (
          <OwnRow key={place.id} place={place} list={list} {...rest} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly place: Place;
  readonly mark?: ReactNode;
  readonly box?: ReactNode;
  readonly children?: ReactNode;
}

function Row({ place, mark, box, children }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.box}>{box}</span>
      <span className={styles.what}>
        <span className={styles.name}>
          <bdi>{place.name}</bdi> {mark}
        </span>
        <span className={styles.detail}>{placeText(place)}</span>
      </span>
      {children}
    </li>
  );
}

/** A specified observer is never edited; another choice takes its place. */
function SpecifiedMark({ place, index }: { readonly place: Place; readonly index: number }) {
  const { observer } = useAtomValue(placeListAtom);
  const isVisitorUsed = useAtomValue(isVisitorUsedAtom);
  const satellite = SATELLITE_IDS[index];
  const isReplaced = isVisitorUsed || ![undefined, place.id].includes(observer);
  const whose = satellite && observer === undefined ? `, for ${SATELLITES[satellite].name}` : '';
  return <span className={styles.mark}>{isReplaced ? 'Specified, not used' : `Specified${whose}`}</span>;
}

interface SpecifiedStationProps extends Pick<Props, 'owner'> {
  readonly place: Place;
  readonly index: number;
  readonly list: PlaceList;
}

/** A specified station is never edited or removed; the map can do without it. */
function SpecifiedStationRow({ place, index, owner, list }: SpecifiedStationProps) {
  const id = STATION_IDS[index];
  if (id === undefined) return null;
  const isShown = !list.hidden?.includes(id);
  return (
    <Row
      place={place}
      mark={<span className={styles.mark}>{isShown ? 'Specified' : 'Specified, not on the map'}</span>}
      box={
        <input
          type="checkbox"
          aria-label={`Show ${place.name} on the map`}
          checked={isShown}
          onChange={({ target }) => owner.change(showSpecified(list, id, target.checked))}
        />
      }
    />
  );
}

function OwnRow({
  place,
  list,
  owner,
  onChange,
  onCopyLink,
}: Props & { readonly place: OwnPlace; readonly list: PlaceList }) {
  const setForm = useSetAtom(placeFormAtom);
  const { id, name, isShown } = place;
  return (
    <Row
      place={place}
      mark={!isShown && <span className={styles.mark}>Hidden</span>}
      box={
        <input
          type="checkbox"
          aria-label={`Show ${name}`}
          checked={isShown}
          onChange={({ target }) => owner.change(changePlace(list, id, { isShown: target.checked }))}
        />
      }
    >
      <span className={styles.tools}>
        <Button
          look="quiet"
          data-place={id}
          aria-label={`Edit ${name}`}
          onClick={() => setForm(formOf(place))}
        >
          Edit
        </Button>
        <Button look="quiet" aria-label={`Copy link of ${name}`} onClick={() => onCopyLink(id)}>
          Copy link
        </Button>
        <Button
          look="quiet"
          aria-label={`Remove ${name}`}
          onClick={() => onChange(removePlace(list, id), `${name} removed.`)}
        >
          Remove
        </Button>
      </span>
    </Row>
  );
}
