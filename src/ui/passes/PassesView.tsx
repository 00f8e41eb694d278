import { useAtom, useAtomValue } from 'jotai';
import { SearchX } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { EmptyState } from '../kit/card/EmptyState.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { SpokenCount } from '../kit/controls/SpokenCount.tsx';
import { missionMinuteAtom, missionSecondAtom } from '../mission/atoms.ts';
import { LoadingState } from '../mission/LoadingState.tsx';
import { passFilterAtom } from './atoms.ts';
import { PassFilters } from './PassFilters.tsx';
import { PassTable } from './PassTable.tsx';
import { FIRST_FILTER, isAlwaysUp, listPasses, type Period, passSpan } from './pass-filter.ts';
import { type EmptyList, emptyList, filterText, leastText, PERIOD_NAMES, spanText } from './pass-text.ts';
import styles from './passes.module.css';
import { TakeAlong } from './TakeAlong.tsx';
import { useAlertsOfList } from './use-alerts.ts';
import { usePassPlace } from './use-pass-place.ts';
import { usePassSatellites } from './use-pass-satellites.ts';
import { usePassSearch } from './use-pass-search.ts';

/** Passes that a list shows before all of it is asked for. */
const SHORT_LIST = 5;

type Panel = 'filters' | 'take';

/** The list with its filters and what takes it along, both folded at first. */
export function PassesView({ isShown }: { readonly isShown: boolean }) {
  const [filter, setFilter] = useAtom(passFilterAtom);
  const minute = useAtomValue(missionMinuteAtom);
  const second = useAtomValue(missionSecondAtom);
  const passPlace = usePassPlace();
  const satellites = usePassSatellites();
  const [panel, setPanel] = useState<Panel>();
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const { place } = passPlace;
  const span = useMemo(
    () => (place && minute !== undefined ? passSpan(filter.period, place.site, minute) : undefined),
    [filter.period, place, minute],
  );
  const search = usePassSearch(satellites, place, filter.period, span, isShown);
  // Each second: what has set leaves the list.
  const listed = useMemo(() => {
    const present = span && second !== undefined && second > span.from ? { ...span, from: second } : span;
    return present ? listPasses(search.passes, filter, present) : [];
  }, [search.passes, filter, span, second]);
  const total = useMemo(
    () => (span ? listPasses(search.passes, { ...FIRST_FILTER, period: filter.period }, span).length : 0),
    [search.passes, filter.period, span],
  );
  useAlertsOfList(listed, place, search.isDone);

  if (!place || minute === undefined) return <LoadingState headline="Loading passes…" />;
  if (search.failure !== undefined) {
    return (
      <EmptyState headline={`The search for passes failed: ${search.failure}`} level="caution" isFailure>
        <Button onClick={search.retry}>Try again</Button>
      </EmptyState>
    );
  }
  const shown = isWhole ? listed : listed.slice(0, SHORT_LIST);
  const isEmpty = listed.length === 0 && (search.isDone || !span);
  const toggle = (name: Panel) => setPanel(panel === name ? undefined : name);
  return (
    <>
      <div className={styles.tools}>
        <p className={styles.summary}>
          {filterText(filter)} over {place.name}
          {span && <span className={styles.quiet}>, {spanText(span)}</span>}
          {span?.night === 'polar night' && (
            <span className={styles.quiet}>
              . Polar night: the Sun does not rise, so these are the next 24 h
            </span>
          )}
        </p>
        <Button
          look="quiet"
          aria-expanded={panel === 'filters'}
          aria-controls={`${id}-filters`}
          onClick={() => toggle('filters')}
        >
          Filters
        </Button>
        <Button
          look="quiet"
          aria-expanded={panel === 'take'}
          aria-controls={`${id}-take`}
          onClick={() => toggle('take')}
        >
          Take along
        </Button>
      </div>
      <div id={`${id}-filters`} className={styles.panel} hidden={panel !== 'filters'}>
        <PassFilters filter={filter} onChange={setFilter} passPlace={passPlace} />
      </div>
      <div id={`${id}-take`} className={styles.panel} hidden={panel !== 'take'}>
        <TakeAlong passes={listed} place={place} span={span} filter={filter} now={minute} />
      </div>
      <SpokenCount choice={filter} shown={listed.length} total={total} things="passes" />
      {!search.isDone && span && (
        <p className={styles.quiet}>
          Searching {satellites.length} satellites{listed.length > 0 && `, ${listed.length} passes so far`}…
        </p>
      )}
      {isEmpty && <Empty {...emptyList(filter, span, place, total)} total={total} />}
      {shown.length > 0 && (
        <PassTable
          passes={shown}
          place={place}
          caption={`Passes over ${place.name}, counted from ${leastText(place)} on. Visible: the satellite is sunlit and the sky dark.`}
        />
      )}
      {listed.length > SHORT_LIST && (
        <Button className={styles.more} look="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the next ${SHORT_LIST} only` : `Show all ${listed.length}`}
        </Button>
      )}
      {listed.some(isAlwaysUp) && (
        <p className={styles.quiet}>
          {listed
            .filter(isAlwaysUp)
            .map(({ satellite }) => satellite.name)
            .join(', ')}
          : above {leastText(place)} all the time.
        </p>
      )}
      {search.problems.length > 0 && (
        <details className={styles.quiet}>
          <summary>
            {search.problems.length === 1 ? 'One satellite is' : `${search.problems.length} satellites are`}{' '}
            left out
          </summary>
          <ul>
            {search.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Why there is nothing, and what shows more. */
function Empty({ headline, detail, total }: EmptyList & { readonly total: number }) {
  const [filter, setFilter] = useAtom(passFilterAtom);
  const longer: Period | undefined =
    filter.period === 'tonight' ? '24 h' : filter.period === '7 days' ? undefined : '7 days';
  return (
    <EmptyState headline={headline} detail={detail} icon={SearchX}>
      {total > 0 && (
        <Button onClick={() => setFilter({ ...FIRST_FILTER, period: filter.period })}>Show all</Button>
      )}
      {longer && (
        <Button onClick={() => setFilter({ ...filter, period: longer })}>{PERIOD_NAMES[longer]}</Button>
      )}
    </EmptyState>
  );
}
