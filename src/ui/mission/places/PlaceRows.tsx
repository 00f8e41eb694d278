import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { type NetworkStation, SPECIFIED_NETWORK } from '../../../shared/contract/network.ts';
import type { Place, PlaceId } from '../../../shared/entities/place.ts';
import { SATELLITES } from '../../../shared/entities/satellites.ts';
import { STATION_IDS, type StationId } from '../../../shared/entities/stations.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { isVisitorUsedAtom, networkAtom, type PlacesOwner, placeFormAtom, placeListAtom } from './atoms.ts';
import { formOf } from './place-form.ts';
import {
  changePlace,
  MOST_PLACES,
  type OwnPlace,
  observersOf,
  type PlaceKind,
  type PlaceList,
  removePlace,
  SPECIFIED_OBSERVERS,
  showSpecified,
  showSpecifiedObserver,
  specifiedFor,
} from './place-list.ts';
import { placeText } from './place-text.ts';
import styles from './places.module.css';
import { RadioSwitch } from './RadioSwitch.tsx';
import { followPlace, foreignStations, isUsed, ownNetworkStation } from './radio-network.ts';

interface Props {
  readonly owner: PlacesOwner;
  /** @param text describes the change */
  readonly onChange: (list: PlaceList, text: string, network?: readonly NetworkStation[]) => void;
  readonly onCopyLink: (id: PlaceId) => void;
}

/** All places, the specified ones first. */
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
  readonly kind: PlaceKind;
}

function Group({ title, kind, ...rest }: GroupProps) {
  const list = useAtomValue(placeListAtom);
  const network = useAtomValue(networkAtom);
  const own = list.places.filter((place) => place.kind === kind);
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.rows}>
        {kind === 'observer' &&
          SPECIFIED_OBSERVERS.map((place) => (
            <SpecifiedObserverRow key={place.id} place={place} list={list} onChange={rest.onChange} />
          ))}
        {kind === 'station' &&
          SPECIFIED_NETWORK.map((station, index) => (
            <SpecifiedStationRow
              key={station.id}
              station={station}
              id={STATION_IDS[index]}
              list={list}
              {...rest}
            />
          ))}
        {own.map((place) => (
          <OwnRow key={place.id} place={place} list={list} {...rest} />
        ))}
        {kind === 'station' &&
          foreignStations(network, own).map((station) => (
            <ForeignRow key={station.id} station={station} list={list} onChange={rest.onChange} />
          ))}
      </ul>
    </section>
  );
}

interface PlaceRowProps {
  readonly place: Place;
  readonly mark?: ReactNode;
  readonly box?: ReactNode;
  readonly children?: ReactNode;
}

function Row({ place, mark, box, children }: PlaceRowProps) {
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

interface SpecifiedObserverProps extends Pick<Props, 'onChange'> {
  readonly place: Place;
  readonly list: PlaceList;
}

/** A specified observer can be hidden; editing replaces it with an own one. */
function SpecifiedObserverRow({ place, list, onChange }: SpecifiedObserverProps) {
  const setForm = useSetAtom(placeFormAtom);
  const isVisitorUsed = useAtomValue(isVisitorUsedAtom);
  const satellite = specifiedFor(place.id);
  if (satellite === undefined) return null;
  const offered = observersOf(list);
  const isShown = offered.includes(place);
  const isReplaced = isVisitorUsed || ![undefined, place.id].includes(list.observer);
  const whose = list.observer === undefined ? `, for ${SATELLITES[satellite].name}` : '';
  const use = isReplaced ? 'Specified, not used' : `Specified${whose}`;
  const toggle = (isWanted: boolean) => {
    const next = showSpecifiedObserver(list, satellite, isWanted);
    const observer = observersOf(next).find(({ id }) => id === next.observer);
    const seen =
      next.observer !== list.observer && observer ? ` Both satellites are seen from ${observer.name}.` : '';
    onChange(next, `${place.name} ${isWanted ? 'shown' : 'hidden'}.${seen}`);
  };
  return (
    <Row
      place={place}
      mark={<span className={styles.mark}>{isShown ? use : 'Specified, hidden'}</span>}
      box={
        <input
          type="checkbox"
          aria-label={`Show ${place.name}`}
          checked={isShown}
          disabled={isShown && offered.length === 1}
          onChange={({ target }) => toggle(target.checked)}
        />
      }
    >
      <span className={styles.tools}>
        <Button
          look="quiet"
          data-place={place.id}
          aria-label={`Edit ${place.name}`}
          disabled={list.places.length >= MOST_PLACES}
          onClick={() => setForm(formOf(place, 'observer'))}
        >
          Edit
        </Button>
      </span>
    </Row>
  );
}

interface SpecifiedStationProps extends Pick<Props, 'owner' | 'onChange'> {
  readonly station: NetworkStation;
  readonly id: StationId | undefined;
  readonly list: PlaceList;
}

/** A specified station is never edited or removed, but the radio and the map can omit it. */
function SpecifiedStationRow({ station, id, owner, list, onChange }: SpecifiedStationProps) {
  const network = useAtomValue(networkAtom);
  if (id === undefined) return null;
  const isInUse = isUsed(network, id);
  const isShown = !list.hidden?.includes(id);
  return (
    <Row
      place={station}
      mark={
        <span className={styles.mark}>
          {isInUse ? (isShown ? 'Specified' : 'Specified, not on the map') : 'Specified, not in use'}
        </span>
      }
      box={
        <input
          type="checkbox"
          aria-label={`Show ${station.name} on the map`}
          checked={isShown && isInUse}
          disabled={!isInUse}
          onChange={({ target }) => owner.change(showSpecified(list, id, target.checked))}
        />
      }
    >
      <RadioSwitch station={station} onChange={(next, text) => onChange(list, text, next)} />
    </Row>
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
  const network = useAtomValue(networkAtom);
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
          onClick={() => setForm(formOf(place, place.kind))}
        >
          Edit
        </Button>
        <Button look="quiet" aria-label={`Copy link of ${name}`} onClick={() => onCopyLink(id)}>
          Copy link
        </Button>
        <Button
          look="quiet"
          aria-label={`Remove ${name}`}
          onClick={() => onChange(removePlace(list, id), `${name} removed.`, followPlace(network, id))}
        >
          Remove
        </Button>
      </span>
      {place.kind === 'station' && (
        <RadioSwitch
          station={ownNetworkStation(place)}
          onChange={(next, text) => onChange(list, text, next)}
        />
      )}
    </Row>
  );
}

interface ForeignProps extends Pick<Props, 'onChange'> {
  readonly station: NetworkStation;
  readonly list: PlaceList;
}

/** A station from another console, or from the mission's recording. */
function ForeignRow({ station, list, onChange }: ForeignProps) {
  return (
    <Row place={station} mark={<span className={styles.mark}>Of this mission</span>}>
      <RadioSwitch station={station} onChange={(next, text) => onChange(list, text, next)} />
    </Row>
  );
}
