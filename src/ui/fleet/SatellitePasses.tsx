import { useAtomValue } from 'jotai';
import { useEffect, useId, useState } from 'react';
import type { FleetPass } from '../../shared/fleet.ts';
import type { LookAngles } from '../../shared/orbit/observer.ts';
import { orbitRegime } from '../../shared/orbit/regime.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import type { Result } from '../../shared/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H } from '../../shared/units.ts';
import { formatUtcMinute, formatUtcTimeFrom } from '../kit/format.ts';
import { DataTable } from '../kit/tables/DataTable.tsx';
import { fleetAtom, fleetControlAtom } from './atoms.ts';
import type { AddedSatellite } from './fleet.ts';
import { magnitudeText } from './magnitude-text.ts';
import { PassSky, StandingSky } from './PassSky.tsx';
import type { Place } from './places.ts';
import styles from './satellites.module.css';

interface Props {
  readonly satellite: AddedSatellite;
  readonly place: Place;
  readonly time: EpochMs;
  /** From the place at that time; `undefined` until it is known. */
  readonly look: LookAngles | undefined;
}

/** The passes that were found, and for what. */
interface Found {
  readonly elements: AddedSatellite['elements'];
  readonly place: Place;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly passes: Result<readonly FleetPass[]>;
}

/**
 * A search serves for an hour of mission time, and for another one until the next has its answer. It extends beyond the
 * day that is shown, so that passes of half a day have their AOS and LOS.
 */
const SEARCH_BEFORE_MS = 12 * MS_PER_H;
const SEARCH_AFTER_MS = MS_PER_DAY + 14 * MS_PER_H;

/** The passes around the time shown, from the worker; `undefined` until they have come. */
function usePasses({ satellite, place, time }: Omit<Props, 'look'>): Found | undefined {
  const control = useAtomValue(fleetControlAtom);
  const fleet = useAtomValue(fleetAtom);
  const [found, setFound] = useState<Found>();
  const { id, elements } = satellite;
  const hour = Math.floor(time / MS_PER_H) * MS_PER_H;
  // With another fleet the worker has dropped what it was asked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fleet is the trigger
  useEffect(() => {
    const cancelling = new AbortController();
    const [from, to] = [epochMs(hour - SEARCH_BEFORE_MS), epochMs(hour + SEARCH_AFTER_MS)];
    const { minElevation, site } = place;
    control?.findPasses(id, { from, to, minElevation, observer: site.observer }, cancelling.signal).then(
      (passes) => setFound({ elements, place, from, to, passes }),
      () => undefined,
    );
    return () => cancelling.abort();
  }, [control, fleet, id, elements, place, hour]);
  const isCurrent =
    found?.elements === elements &&
    found.place === place &&
    found.from <= time &&
    addMs(time, MS_PER_DAY) <= found.to;
  return isCurrent ? found : undefined;
}

/** When one would see a pass, or why not. */
function visibilityText({ visible, visibilityAtTca, magnitude }: FleetPass): string {
  if (visible.length > 0) {
    const times = visible.map(({ start, end }) => `${formatUtcMinute(start)} to ${formatUtcMinute(end)}`);
    return [...times, ...magnitudeText(magnitude)].join(', ');
  }
  return visibilityAtTca === 'in shadow' ? 'No: in shadow' : 'No: daylight';
}

/** The next passes of a satellite over a place: one in the sky and all in a table, or in words. */
export function SatellitePasses(props: Props) {
  const found = usePasses(props);
  return (
    <div className={styles.passes} aria-busy={!found || undefined}>
      {found ? <Passes {...props} found={found} /> : <Note>Computing passes…</Note>}
    </div>
  );
}

const Note = ({ children }: { readonly children: string }) => <p className={styles.note}>{children}</p>;

function Passes({ satellite, place, time, look, found }: Props & { readonly found: Found }) {
  const [chosenAos, choose] = useState<EpochMs>();
  const hintId = useId();
  const { passes } = found;
  if (!passes.ok) return <Note>{passes.message}</Note>;
  const isFixed = orbitRegime(satellite.elements) === 'GEO';
  const least = place.minElevation > 0 ? `${place.minElevation}° of elevation` : 'the horizon';
  const end = addMs(time, MS_PER_DAY);
  const seen = { name: satellite.name, place, time, look };
  const whole = passes.value.find(({ aos, los }) => aos <= time && los >= end);
  if (whole) {
    const words = isFixed ? 'Always above' : 'For the next 24 h above';
    return (
      <>
        <StandingSky {...seen} pass={whole} isFixed={isFixed} />
        <Note>{`${words} ${least} at ${place.name}.`}</Note>
      </>
    );
  }
  const next = passes.value.filter(({ aos, los }) => los > time && aos < end);
  if (next.length === 0) {
    return (
      <Note>
        {isFixed ? `Never above ${least} at ${place.name}.` : `No pass over ${place.name} within 24 h.`}
      </Note>
    );
  }
  const chosen = next.find(({ aos }) => aos === chosenAos) ?? next[0];
  return (
    <>
      {chosen && <PassSky {...seen} pass={chosen} />}
      <p id={hintId} hidden>
        Shows the pass in the sky plot
      </p>
      <DataTable
        caption={`Passes over ${place.name} in the next 24 h, above ${least}. Times UTC. Visible: the satellite is sunlit and the sky dark.`}
        columns={['AOS', 'TCA', 'LOS', 'Max el.', 'Visible']}
        rows={next.map((pass) => ({
          key: pass.aos,
          isShown: pass === chosen,
          cells: [
            <button
              key="aos"
              type="button"
              className={styles.pass}
              aria-pressed={pass === chosen}
              aria-describedby={hintId}
              onClick={() => choose(pass.aos)}
            >
              {`${pass.startsBefore ? 'before ' : ''}${formatUtcTimeFrom(pass.aos, time)}`}
            </button>,
            formatUtcTimeFrom(pass.tca, time),
            `${pass.endsAfter ? 'after ' : ''}${formatUtcTimeFrom(pass.los, time)}`,
            `${formatNumber(pass.maxElevation, 0)}°`,
            visibilityText(pass),
          ],
        }))}
      />
    </>
  );
}
