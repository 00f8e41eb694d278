import { atom, useAtom, useAtomValue } from 'jotai';
import { SearchX } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { CATALOGUE, ELEMENT_GROUPS } from '../../../shared/contract/celestrak.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { siteOf } from '../../../shared/orbit/observer.ts';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { SpokenCount } from '../../kit/controls/SpokenCount.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatCount } from '../../kit/format.ts';
import { keyOf, type Satellite } from '../../mission/fleet/fleet.ts';
import { PassSearchFailure } from '../../mission/fleet/PassSearchFailure.tsx';
import { orbitRegime } from '../../mission/fleet/regime.ts';
import { isToBeSeen } from '../../mission/fleet/seen-text.ts';
import { missionMinuteAtom, missionSecondAtom } from '../../mission/link/atoms.ts';
import { AboveNow } from './AboveNow.tsx';
import { isListAlertedAtom, passFilterAtom } from './atoms.ts';
import { ChosenPass } from './ChosenPass.tsx';
import { passUid } from './calendar.ts';
import { LoadingCard } from './LoadingCard.tsx';
import { PassFilters } from './PassFilters.tsx';
import { PassTable } from './PassTable.tsx';
import { accuracyNotes } from './pass-accuracy.ts';
import {
  FIRST_FILTER,
  groupOf,
  hasGroup,
  isAlwaysUp,
  type ListedPass,
  listPasses,
  type PassFilter,
  type Period,
  passSpan,
} from './pass-filter.ts';
import { type EmptyList, emptyList, filterText, leastText, PERIOD_NAMES, spanText } from './pass-text.ts';
import styles from './passes.module.css';
import { TakeAlong } from './TakeAlong.tsx';
import { useAlertsOfList } from './use-alerts.ts';
import { useLocalZone } from './use-local-zone.ts';
import { usePassPlace } from './use-pass-place.ts';
import { MOST_SEARCHED, usePassSatellites } from './use-pass-satellites.ts';
import { usePassSearch } from './use-pass-search.ts';

/** More rows would slow down the page. */
const MOST_ROWS = 200;
/** Maximum number of names in a sentence. */
const MOST_NAMES = 10;

/** Sections collapsed at first. */
const PANELS = [
  ['filters', 'Filters'],
  ['take', 'Export'],
] as const;
type Panel = (typeof PANELS)[number][0];

/** One pass in the sky, beside the list with its filters and exports, both collapsed at first. */
export function PassesView({ isShown }: { readonly isShown: boolean }) {
  const [filter, setFilter] = useAtom(passFilterAtom);
  const minute = useAtomValue(missionMinuteAtom);
  const passPlace = usePassPlace();
  const { satellites, leftOut } = usePassSatellites();
  const [panel, setPanel] = useState<Panel>();
  const [picked, setPicked] = useState<string>();
  const card = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus<HTMLDivElement>();
  const id = useId();
  const { place } = passPlace;
  const span = useMemo(
    () => (place && minute !== undefined ? passSpan(filter.period, siteOf(place), minute) : undefined),
    [filter.period, place, minute],
  );
  const isListAlerted = useAtomValue(isListAlertedAtom);
  // Alerts are needed most while the window is in the background.
  const search = usePassSearch(satellites, place, filter.period, span, isShown || isListAlerted);
  const all = useMemo(
    () => (span ? listPasses(search.passes, filter, span) : []),
    [search.passes, filter, span],
  );
  const listed = useMemo(() => all.filter((pass) => !isAlwaysUp(pass)), [all]);
  const total = useMemo(
    () =>
      span ? listPasses(search.passes, FIRST_FILTER, span).filter((pass) => !isAlwaysUp(pass)).length : 0,
    [search.passes, span],
  );
  useAlertsOfList(listed, filter, place, search.isDone);

  const shown = useMemo(() => listed.slice(0, MOST_ROWS), [listed]);
  const next = useNextPass(shown);
  const zone = useLocalZone(minute);
  if (!place || minute === undefined) return <LoadingCard />;
  if (search.failure !== undefined) {
    return (
      <Card title="Passes">
        <PassSearchFailure failure={search.failure} retry={search.retry} />
      </Card>
    );
  }
  const own = shown.find((pass) => passUid(pass, place) === picked);
  const chosen = own ?? next;
  const choose = (pass: ListedPass) => {
    setPicked(passUid(pass, place));
    card.current?.scrollIntoView({ block: 'nearest' });
  };
  const isEmpty = listed.length === 0 && (search.isDone || !span);
  return (
    <div className={styles.view}>
      {/* Present from the start, so that nothing beside it moves when the first pass is found. */}
      <div ref={card} className={styles.chosen}>
        <Card
          title={own ? 'Chosen pass' : next && isToBeSeen(next) ? 'Next visible pass' : 'Next pass'}
          aside={<p className={styles.aside}>Times UTC</p>}
        >
          {chosen ? (
            <ChosenPass key={passUid(chosen, place)} pass={chosen} place={place} zone={zone} />
          ) : (
            <p className={`${styles.quiet} ${styles.path}`}>
              {isEmpty ? 'There is no pass in the list.' : 'Searching for the next pass…'}
            </p>
          )}
        </Card>
        <AboveNow place={place} />
      </div>
      <Card title="Passes" aside={<p className={styles.aside}>Times UTC, tonight and the coming days</p>}>
        <div {...kept} className={styles.frame} tabIndex={-1}>
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
            {PANELS.map(([name, title]) => (
              <Button
                key={name}
                look="quiet"
                aria-expanded={panel === name}
                aria-controls={`${id}-${name}`}
                onClick={() => setPanel(panel === name ? undefined : name)}
              >
                {title}
              </Button>
            ))}
          </div>
          <div id={`${id}-filters`} className={styles.panel} hidden={panel !== 'filters'}>
            <PassFilters filter={filter} onChange={setFilter} passPlace={passPlace} />
          </div>
          <div id={`${id}-take`} className={styles.panel} hidden={panel !== 'take'}>
            <TakeAlong {...{ passes: listed, place, span, filter, zone, now: minute }} />
          </div>
          <AccuracyNotes
            satellites={satellites.filter((one) => hasGroup(filter, groupOf(one)))}
            time={minute}
          />
          <SpokenCount
            choice={filter}
            shown={listed.length}
            total={total}
            isCounted={search.isDone || !span}
            things="passes"
          />
          {leftOut > 0 && (
            <p className={styles.quiet}>
              Passes of {formatCount(MOST_SEARCHED)} added satellites are searched for, those in other groups
              than {ELEMENT_GROUPS[CATALOGUE]} first; {formatCount(leftOut)} more are shown on the map. Hide
              satellites to choose others.
            </p>
          )}
          {!search.isDone && span && (
            <p className={styles.quiet}>
              Searching {formatCount(search.waiting)} {search.waiting === 1 ? 'satellite' : 'satellites'}
              {listed.length > 0 && `, ${listed.length} passes so far`}…
            </p>
          )}
          {isEmpty && <Empty {...emptyList(filter, span, place, total)} total={total} />}
          {shown.length > 0 && (
            <PassTable
              passes={shown}
              place={place}
              zone={zone}
              choice={{ chosen, choose }}
              caption={`Passes over ${place.name}, above ${place.mask}°. Visible: the satellite is sunlit and the sky is dark.${zone ? ` Local time: ${zone}.` : ''}`}
            />
          )}
          {listed.length > MOST_ROWS && (
            <p className={styles.quiet}>
              The first {MOST_ROWS} of {listed.length} passes. Print and the files contain all of them.
            </p>
          )}
          <Fixed
            up={all.filter(isAlwaysUp).map(({ satellite }) => satellite)}
            never={search.isDone ? neverUp(satellites, filter, search.passes) : []}
            period={filter.period}
            least={leastText(place)}
          />
          {search.problems.length > 0 && (
            <details className={styles.quiet}>
              <summary>
                {search.problems.length === 1
                  ? 'One satellite is'
                  : `${search.problems.length} satellites are`}{' '}
                left out
              </summary>
              <ul>
                {search.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </Card>
    </div>
  );
}

/**
 * Returns the next visible pass of a list, or else the next one. The list is updated each minute; this omits
 * ended passes each second.
 */
function useNextPass(passes: readonly ListedPass[]): ListedPass | undefined {
  const nextAtom = useMemo(
    () =>
      atom((get) => {
        const now = get(missionSecondAtom);
        const coming = passes.filter(({ los }) => now === undefined || los > now);
        return coming.find(isToBeSeen) ?? coming[0];
      }),
    [passes],
  );
  return useAtomValue(nextAtom);
}

/** Age and error of old elements. */
function AccuracyNotes(props: { readonly satellites: readonly Satellite[]; readonly time: EpochMs }) {
  return accuracyNotes(props.satellites, props.time).map((note) => (
    <p key={note} className={styles.quiet}>
      {note}
    </p>
  ));
}

const isGeostationary = ({ elements }: Satellite): boolean => orbitRegime(elements) === 'GEO';

/** Geostationary satellites without a pass. */
const neverUp = (
  satellites: readonly Satellite[],
  filter: PassFilter,
  passes: readonly ListedPass[],
): readonly Satellite[] => {
  const risen = new Set(passes.map(({ satellite }) => keyOf(satellite)));
  return satellites.filter(
    (one) => hasGroup(filter, groupOf(one)) && !risen.has(keyOf(one)) && isGeostationary(one),
  );
};

/** Periods in words, for satellites that drift in or out of sight later. */
const DURING: Readonly<Record<Period, string>> = {
  tonight: 'All of tonight',
  '24 h': 'For the next 24 h',
  '3 days': 'For the next 3 days',
  '7 days': 'For the next 7 days',
};

function namesText(satellites: readonly Satellite[]): string {
  const names = satellites.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = satellites.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface FixedProps {
  /** Satellites above the place for as long as the list. */
  readonly up: readonly Satellite[];
  readonly never: readonly Satellite[];
  readonly period: Period;
  readonly least: string;
}

/** Satellites that neither rise nor set, in words. */
function Fixed({ up, never, period, least }: FixedProps) {
  const sentences: readonly (readonly [words: string, satellites: readonly Satellite[]])[] = [
    ['Always above', up.filter(isGeostationary)],
    [`${DURING[period]} above`, up.filter((one) => !isGeostationary(one))],
    ['Never above', never],
  ];
  return sentences.map(
    ([words, satellites]) =>
      satellites.length > 0 && (
        <p key={words} className={styles.quiet}>
          {words} {least}: {namesText(satellites)}.
        </p>
      ),
  );
}

/** Reason why the list is empty, and ways to show more. */
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
