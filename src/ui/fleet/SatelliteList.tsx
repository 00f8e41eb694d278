import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { MOST_SATELLITES } from '../../shared/orbit/elements-text.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Chip, Facet } from '../kit/controls/Facet.tsx';
import { toggled } from '../kit/controls/facets.ts';
import { SpokenCount } from '../kit/controls/SpokenCount.tsx';
import { useKeptFocus } from '../kit/controls/use-kept-focus.ts';
import { formatCount } from '../kit/format.ts';
import { VirtualList } from '../kit/lists/VirtualList.tsx';
import {
  addedSatellitesAtom,
  detailedSatelliteAtom,
  type FleetControl,
  fleetControlAtom,
  groupColoursAtom,
} from './atoms.ts';
import { FollowButton } from './FollowButton.tsx';
import { type AddedSatellite, type CatalogueNumber, GROUP_COLOURS } from './fleet.ts';
import { GroupMark } from './GroupMark.tsx';
import { type Group, groupsOf } from './groups.ts';
import styles from './satellites.module.css';
import { useStatuses } from './use-statuses.ts';

function matches({ name, id }: AddedSatellite, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/);
  const text = `${name} ${id}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The list with its search, and the way back for what was removed last. @param onLeave the user turns to the map */
export function SatelliteList({ onLeave }: { readonly onLeave: () => void }) {
  const satellites = useAtomValue(addedSatellitesAtom);
  const control = useAtomValue(fleetControlAtom);
  const [removed, setRemoved] = useState<readonly AddedSatellite[]>([]);
  if (!control) return <p className={styles.note}>Loading the list…</p>;
  const remove = (ids: readonly CatalogueNumber[]) => {
    setRemoved(satellites.filter(({ id }) => ids.includes(id)));
    control.remove(ids);
  };
  const undo = () => {
    control.add(removed);
    setRemoved([]);
  };
  return (
    <>
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
    </>
  );
}

interface ListingProps {
  readonly satellites: readonly AddedSatellite[];
  readonly control: FleetControl;
  readonly onRemove: (ids: readonly CatalogueNumber[]) => void;
  readonly onLeave: () => void;
}

function Listing({ satellites, control, onRemove, onLeave }: ListingProps) {
  const [search, setSearch] = useState('');
  const [facet, setFacet] = useState<readonly string[]>([]);
  const colours = useAtomValue(groupColoursAtom);
  const groups = useMemo(() => groupsOf(satellites, colours), [satellites, colours]);
  // A group that has left the list filters nothing any more.
  const chosen = useMemo(
    () => facet.filter((name) => groups.some((one) => one.name === name)),
    [facet, groups],
  );
  const found = useMemo(
    () =>
      satellites.filter(
        (one) =>
          matches(one, search.trim()) &&
          (chosen.length === 0 || one.groups.some((name) => chosen.includes(name))),
      ),
    [satellites, search, chosen],
  );
  const kept = useKeptFocus<HTMLDivElement>();
  if (satellites.length === 0) {
    return (
      <p className={styles.note}>
        No satellites beside ISS and ORBITA-1. Add up to {formatCount(MOST_SATELLITES)} below, from CelesTrak
        or by pasting their elements.
      </p>
    );
  }
  const ids = found.map(({ id }) => id);
  const areShown = found.some(({ isShown }) => isShown);
  const all = found.length === satellites.length ? 'all' : 'found';
  return (
    <div {...kept} tabIndex={-1} className={styles.listing}>
      <div className={styles.tools}>
        <input
          className={styles.search}
          type="search"
          aria-label="Search satellites"
          placeholder="Name or catalogue number"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <span className={styles.note}>
          {formatCount(found.length)} of {formatCount(satellites.length)}
        </span>
        <Button look="quiet" disabled={ids.length === 0} onClick={() => control.setShown(ids, !areShown)}>
          {areShown ? 'Hide' : 'Show'} {all}
        </Button>
        <Button look="quiet" disabled={ids.length === 0} onClick={() => onRemove(ids)}>
          Remove {all}
        </Button>
      </div>
      {groups.length > 0 && (
        <Facet label="Show only groups">
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
        choice={`${search} ${chosen.join()}`}
        shown={found.length}
        total={satellites.length}
        things="satellites"
      />
      <Rows satellites={found} groups={groups} control={control} onRemove={onRemove} onLeave={onLeave} />
    </div>
  );
}

const keyOf = ({ id }: AddedSatellite): CatalogueNumber => id;

interface RowsProps extends ListingProps {
  readonly groups: readonly Group[];
}

function Rows({ satellites, groups, control, onRemove, onLeave }: RowsProps) {
  const statusOf = useStatuses();
  const openDetails = useSetAtom(detailedSatelliteAtom);
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
        const status = statusOf(id);
        return (
          <div className={styles.row}>
            <input
              type="checkbox"
              aria-label={`Show ${name}`}
              checked={isShown}
              onChange={({ target }) => control.setShown([id], target.checked)}
            />
            <span className={styles.name}>
              <button
                type="button"
                className={styles.open}
                data-satellite={id}
                onClick={() => openDetails(id)}
              >
                <span className="visually-hidden">Details of </span>
                <span className={styles.link}>{name}</span> <span className={styles.number}>{id}</span>
              </button>
              <span className={styles.status} data-left-out={status.isLeftOut || undefined}>
                {first !== undefined && (
                  <>
                    <GroupMark colour={groups.find((one) => one.name === first)?.colour ?? 0} />{' '}
                    <span>{satellite.groups.join(', ')}</span> ·{' '}
                  </>
                )}
                <span>
                  {status.text}
                  {isFromCelestrak && ', from CelesTrak'}
                </span>
              </span>
            </span>
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
