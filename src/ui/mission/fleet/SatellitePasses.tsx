import { useId, useState } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H } from '../../../shared/kit/units.ts';
import type { LookAngles } from '../../../shared/orbit/observer.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatUtcTimeFrom } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import rows from '../../kit/tables/rows.module.css';
import type { Satellite } from './fleet.ts';
import { PassSearchFailure } from './PassSearchFailure.tsx';
import { PassSky, StandingSky } from './PassSky.tsx';
import { orbitRegime } from './regime.ts';
import styles from './satellites.module.css';
import { seenText } from './seen-text.ts';
import { usePasses } from './use-passes.ts';

interface Props {
  readonly satellite: Satellite;
  readonly place: Place;
  readonly time: EpochMs;
  /** Look angles from the place at that time; `undefined` until known. */
  readonly look: LookAngles | undefined;
}

/** Span of a search: it is renewed every hour of mission time, and used until the next one is answered. */
const SEARCHED_MS = MS_PER_DAY + 14 * MS_PER_H;

/**
 * Next passes of a satellite over a place: one in a sky plot and all in a table, or a note. After a failure those
 * already found are shown while they cover a day.
 */
export function SatellitePasses(props: Props) {
  const { satellite, place, time } = props;
  const from = epochMs(Math.floor(time / MS_PER_H) * MS_PER_H);
  const to = addMs(from, SEARCHED_MS);
  const { found, failure, retry } = usePasses({ elements: satellite.elements, place, from, to });
  const kept = useKeptFocus<HTMLDivElement>();
  const isCurrent = found && found.from <= time && addMs(time, MS_PER_DAY) <= found.to;
  const passes = isCurrent ? found.passes : undefined;
  return (
    <div
      {...kept}
      tabIndex={-1}
      className={styles.passes}
      aria-busy={(!passes && failure === undefined) || undefined}
    >
      {passes && <Passes {...props} passes={passes} />}
      {!passes && failure !== undefined && <PassSearchFailure failure={failure} retry={retry} />}
      {!passes && failure === undefined && <Note>Computing passes…</Note>}
    </div>
  );
}

const Note = ({ children }: { readonly children: string }) => <p className={styles.note}>{children}</p>;

function Passes({
  satellite,
  place,
  time,
  look,
  passes,
}: Props & { readonly passes: Result<readonly VisualPass[]> }) {
  const [chosenAos, choose] = useState<EpochMs>();
  const hintId = useId();
  if (!passes.ok) return <Note>{passes.message}</Note>;
  const isFixed = orbitRegime(satellite.elements) === 'GEO';
  const least = place.mask > 0 ? `${place.mask}° of elevation` : 'the horizon';
  const end = addMs(time, MS_PER_DAY);
  const seen = { satellite, place, time, position: { look } };
  const whole = passes.value.find(({ aos, los }) => aos <= time && los >= end);
  if (whole) {
    const words = isFixed ? 'Always above' : 'For the next 24 h above';
    return (
      <>
        {whole.path && <StandingSky {...seen} pass={whole} path={whole.path} isFixed={isFixed} />}
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
      {chosen?.path && <PassSky {...seen} pass={chosen} path={chosen.path} />}
      <p id={hintId} hidden>
        Shows the pass in the sky plot
      </p>
      <DataTable
        caption={`Passes over ${place.name} in the next 24 h, above ${least}. Times UTC. Visible: the satellite is sunlit and the sky dark.`}
        columns={['AOS', 'TCA', 'LOS', 'Max el.', 'Seen']}
        rows={next.map((pass) => ({
          key: pass.aos,
          isShown: pass === chosen,
          cells: [
            <button
              key="aos"
              type="button"
              className={rows.choice}
              aria-pressed={pass === chosen}
              aria-describedby={hintId}
              onClick={() => choose(pass.aos)}
            >
              {`${pass.startsBefore ? 'before ' : ''}${formatUtcTimeFrom(pass.aos, time)}`}
            </button>,
            formatUtcTimeFrom(pass.tca, time),
            `${pass.endsAfter ? 'after ' : ''}${formatUtcTimeFrom(pass.los, time)}`,
            `${formatNumber(pass.maxElevation, 0)}°`,
            seenText(pass),
          ],
        }))}
      />
    </>
  );
}
