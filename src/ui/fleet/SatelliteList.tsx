import { useVirtualizer } from '@tanstack/react-virtual';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useMemo, useRef, useState } from 'react';
import { MOST_SATELLITES } from '../../shared/orbit/elements-text.ts';
import { Button } from '../kit/controls/Button.tsx';
import { SpokenCount } from '../kit/controls/SpokenCount.tsx';
import { useKeptFocus } from '../kit/controls/use-kept-focus.ts';
import { formatCount } from '../kit/format.ts';
import { measureRow, observeScreenful } from '../kit/lists/measured-rows.ts';
import { rootTypePx } from '../kit/page/root-type.ts';
import { addedSatellitesAtom, detailedSatelliteAtom, type FleetControl, fleetControlAtom } from './atoms.ts';
import { FollowButton } from './FollowButton.tsx';
import type { AddedSatellite, CatalogueNumber } from './fleet.ts';
import styles from './satellites.module.css';
import { useStatuses } from './use-statuses.ts';

/** Approximate height of a row, in rem. */
const ROW_REM = 3;
/** Rows rendered beyond each edge, for Tab and quick scrolling. */
const OVERSCAN = 8;

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
  const found = useMemo(() => satellites.filter((one) => matches(one, search.trim())), [satellites, search]);
  const kept = useKeptFocus<HTMLDivElement>();
  if (satellites.length === 0) {
    return (
      <p className={styles.note}>
        No satellites beside ISS and ORBITA-1. Paste the elements of up to {formatCount(MOST_SATELLITES)}{' '}
        below.
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
      <SpokenCount choice={search} shown={found.length} total={satellites.length} things="satellites" />
      <Rows satellites={found} control={control} onRemove={onRemove} onLeave={onLeave} />
    </div>
  );
}

/** Only visible rows are rendered. */
function Rows({ satellites, control, onRemove, onLeave }: ListingProps) {
  const statusOf = useStatuses();
  const openDetails = useSetAtom(detailedSatelliteAtom);
  const scrollerRef = useRef<HTMLElement>(null);
  const [rem] = useState(rootTypePx);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: satellites.length,
    estimateSize: useCallback(() => Math.round(ROW_REM * rem), [rem]),
    getItemKey: useCallback((index: number) => satellites[index]?.id ?? index, [satellites]),
    getScrollElement: () => scrollerRef.current,
    observeElementRect: observeScreenful,
    measureElement: measureRow,
    overscan: OVERSCAN,
  });
  return (
    <section ref={scrollerRef} className={styles.scroller} aria-label="Added satellites">
      <ul className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const satellite = satellites[index];
          if (!satellite) return null;
          const { id, name, isShown } = satellite;
          const status = statusOf(id);
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              className={styles.row}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={satellites.length}
              aria-posinset={index + 1}
            >
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
                  {status.text}
                </span>
              </span>
              <FollowButton aria-label={`Follow ${name}`} {...{ satellite, status, onLeave }} />
              <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => onRemove([id])}>
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
