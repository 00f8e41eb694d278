import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { MOST_SATELLITES } from '../../../shared/orbit/elements-text.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Chip, Facet } from '../../kit/controls/Facet.tsx';
import { toggled } from '../../kit/controls/facets.ts';
import { SpokenCount } from '../../kit/controls/SpokenCount.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatCount } from '../../kit/format.ts';
import { VirtualList } from '../../kit/lists/VirtualList.tsx';
import {
  addedSatellitesAtom,
  detailedSatelliteAtom,
  type FleetControl,
  fleetControlAtom,
  fleetFailureAtom,
  groupColoursAtom,
} from './atoms.ts';
import { colouredByAtom } from './colouring.ts';
import { FollowButton } from './FollowButton.tsx';
import { type CatalogueNumber, GROUP_COLOURS, keyOf, type Satellite } from './fleet.ts';
import { GroupMark } from './GroupMark.tsx';
import { type Group, groupsOf } from './groups.ts';
import { OrbitFilter } from './OrbitFilter.tsx';
import { hasLimits, isWithin, NO_LIMITS, regimeOf, regimesOf } from './orbit-filter.ts';
import styles from './satellites.module.css';
import { useMissionSatellites } from './use-mission-satellites.ts';
import { useStatuses } from './use-statuses.ts';

function matches({ name, id, groups }: Satellite, words: readonly string[]): boolean {
  const text = `${name} ${id} ${groups.join(' ')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The list with its search, and undo for the last removal. @param onLeave called when the user turns to the map */
export function SatelliteList({ onLeave }: { readonly onLeave: () => void }) {
  const satellites = useAtomValue(addedSatellitesAtom);
  const control = useAtomValue(fleetControlAtom);
  const hasFailed = useAtomValue(fleetFailureAtom) !== undefined;
  const [removed, setRemoved] = useState<readonly Satellite[]>([]);
  const kept = useKeptFocus<HTMLDivElement>();
  if (!control) return hasFailed ? null : <p className={styles.note}>Loading the list…</p>;
  const remove = (ids: readonly CatalogueNumber[]) => {
    const leaving = new Set(ids);
    setRemoved(satellites.filter(({ id }) => leaving.has(id)));
    control.remove(ids);
  };
  const undo = () => {
    control.add(removed);
    setRemoved([]);
  };
  return (
    <div {...kept} tabIndex={-1} className={styles.overview}>
      <MissionSatellites onLeave={onLeave} />
      <Listing satellites={satellites} control={control} onRemove={remove} onLeave={onLeave} />
      <p role="status" className={styles.note}>
        {removed.length > 0 && (
          <>
            {formatCount(removed.length)} removed.{' '}
            <Button look="quiet" onClick={undo}>
              Undo
            </Button>
          </>
        )}
      </p>
    </div>
  );
}

/** Satellites of the mission come first and are always shown. */
function MissionSatellites({ onLeave }: { readonly onLeave: () => void }) {
  const statusOf = useStatuses();
  return (
    <ul className={styles.mission} aria-label="Satellites of the mission">
      {useMissionSatellites().map((satellite) => {
        const status = statusOf(satellite);
        return (
          <li key={satellite.id} className={styles.row}>
            <Name satellite={satellite}>
              <span className={styles.status}>{status.text}</span>
            </Name>
            <FollowButton aria-label={`Follow ${satellite.name}`} {...{ satellite, status, onLeave }} />
          </li>
        );
      })}
    </ul>
  );
}

/** Name of a satellite; opens its details. */
function Name({ satellite, children }: { readonly satellite: Satellite; readonly children: ReactNode }) {
  const openDetails = useSetAtom(detailedSatelliteAtom);
  return (
    <span className={styles.name}>
      <button
        type="button"
        className={styles.open}
        data-key={keyOf(satellite)}
        onClick={() => openDetails(keyOf(satellite))}
      >
        <span className="visually-hidden">Details of </span>
        <span className={styles.link}>{satellite.name}</span>{' '}
        <span className={styles.number}>{satellite.id}</span>
      </button>
      {children}
    </span>
  );
}

interface ListingProps {
  readonly satellites: readonly Satellite[];
  readonly control: FleetControl;
  readonly onRemove: (ids: readonly CatalogueNumber[]) => void;
  readonly onLeave: () => void;
}

function Listing({ satellites, control, onRemove, onLeave }: ListingProps) {
  const [search, setSearch] = useState('');
  const [facet, setFacet] = useState<readonly string[]>([]);
  const [limits, setLimits] = useState(NO_LIMITS);
  const [isFiltering, setFiltering] = useState(false);
  const filterId = useId();
  const [colouredBy, setColouredBy] = useAtom(colouredByAtom);
  const isByOrbit = colouredBy === 'orbit';
  const colours = useAtomValue(groupColoursAtom);
  const groups = useMemo(
    () => (isByOrbit ? regimesOf(satellites) : groupsOf(satellites, colours)),
    [satellites, colours, isByOrbit],
  );
  // A group that is no longer in the list does not filter.
  const chosen = useMemo(
    () => facet.filter((name) => groups.some((one) => one.name === name)),
    [facet, groups],
  );
  const found = useMemo(() => {
    const words = search.trim().toLowerCase().split(/\s+/);
    const isChosen = (one: Satellite): boolean =>
      (isByOrbit ? [regimeOf(one)] : one.groups).some((name) => chosen.includes(name));
    return satellites.filter(
      (one) => matches(one, words) && isWithin(one, limits) && (chosen.length === 0 || isChosen(one)),
    );
  }, [satellites, search, limits, chosen, isByOrbit]);
  if (satellites.length === 0) {
    return (
      <p className={styles.note}>
        No added satellites. Add up to {formatCount(MOST_SATELLITES)} below, from CelesTrak or by pasting
        their elements.
      </p>
    );
  }
  const ids = found.map(({ id }) => id);
  const areShown = found.some(({ isShown }) => isShown);
  const all = found.length === satellites.length ? 'all' : 'found';
  return (
    <div className={styles.listing}>
      <div className={styles.tools}>
        <input
          className={styles.search}
          type="search"
          aria-label="Search satellites"
          placeholder="Name, group or number"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <span className={styles.note}>
          {formatCount(found.length)} of {formatCount(satellites.length)}
        </span>
        <Button look="quiet" disabled={ids.length === 0} onClick={() => control.setShown(ids, !areShown)}>
          {areShown ? 'Hide' : 'Show'} {all}
        </Button>
        <Button
          look="quiet"
          refusal={ids.length === 0 ? 'No satellite is found.' : undefined}
          onClick={() => ids.length > 0 && onRemove(ids)}
        >
          Remove {all}
        </Button>
      </div>
      <div className={styles.tools}>
        <Button
          look="quiet"
          aria-expanded={isFiltering}
          aria-controls={filterId}
          onClick={() => setFiltering(!isFiltering)}
        >
          Filter by orbit{hasLimits(limits) && ' (on)'}
        </Button>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isByOrbit}
            onChange={({ target }) => setColouredBy(target.checked ? 'orbit' : 'group')}
          />
          Colour by orbit
        </label>
      </div>
      <div id={filterId} hidden={!isFiltering}>
        <OrbitFilter limits={limits} onChange={setLimits} />
      </div>
      {groups.length > 0 && (
        <Facet label={isByOrbit ? 'Show only orbits' : 'Show only groups'}>
          {groups.map(({ name, count, colour }) => (
            <Chip
              key={name}
              word={name}
              count={count}
              isPressed={chosen.includes(name)}
              onPress={() => setFacet(toggled(chosen, name))}
            >
              <GroupMark colour={colour} />
            </Chip>
          ))}
        </Facet>
      )}
      {groups.some(({ colour }) => colour === 0) && (
        <p className={styles.note}>
          {GROUP_COLOURS} groups have a colour of their own, the others that of satellites without a group.
        </p>
      )}
      <SpokenCount
        choice={`${search} ${chosen.join()} ${Object.values(limits).join()}`}
        shown={found.length}
        total={satellites.length}
        things="satellites"
      />
      <Rows {...{ satellites: found, groups, isByOrbit, control, onRemove, onLeave }} />
    </div>
  );
}

interface SatelliteRowsProps extends ListingProps {
  readonly groups: readonly Group[];
  readonly isByOrbit: boolean;
}

function Rows({ satellites, groups, isByOrbit, control, onRemove, onLeave }: SatelliteRowsProps) {
  const statusOf = useStatuses();
  return (
    <VirtualList
      items={satellites}
      keyOf={keyOf}
      rowRem={3}
      frame={{ className: styles.scroller, 'aria-label': 'Added satellites' }}
    >
      {(satellite) => {
        const { id, name, isShown, isFromCelestrak } = satellite;
        const [first] = satellite.groups;
        const label = isByOrbit ? regimeOf(satellite) : first;
        const status = statusOf(satellite);
        return (
          <div className={styles.row}>
            <input
              type="checkbox"
              aria-label={`Show ${name}`}
              checked={isShown}
              onChange={({ target }) => control.setShown([id], target.checked)}
            />
            <Name satellite={satellite}>
              <span className={styles.status} data-left-out={status.isLeftOut || undefined}>
                {label !== undefined && (
                  <>
                    <GroupMark colour={groups.find((one) => one.name === label)?.colour ?? 0} />{' '}
                    <span>{isByOrbit ? label : satellite.groups.join(', ')}</span> ·{' '}
                  </>
                )}
                <span>
                  {status.text}
                  {isFromCelestrak && ', from CelesTrak'}
                </span>
              </span>
            </Name>
            <FollowButton aria-label={`Follow ${name}`} {...{ satellite, status, onLeave }} />
            <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => onRemove([id])}>
              Remove
            </Button>
          </div>
        );
      }}
    </VirtualList>
  );
}
