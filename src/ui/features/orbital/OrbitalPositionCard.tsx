import { atom, useAtom, useAtomValue } from 'jotai';
import { useId, useMemo, useState } from 'react';
import { SATELLITES, type SatelliteId, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { STATION_MASK } from '../../../shared/entities/stations.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import { Card } from '../../kit/card/Card.tsx';
import { Select } from '../../kit/controls/Select.tsx';
import { OrbitalMap } from '../../map/OrbitalMap.tsx';
import { observerAtoms } from '../../mission/contacts/places.ts';
import { hasOtherStationsAtom } from '../../mission/contacts/stations-shown.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { Origins, SourceSentences } from '../../mission/real-data/Origins.tsx';
import { MapData } from './MapData.tsx';
import { CursorMark, ObserverMark } from './MapMarks.tsx';
import styles from './orbital.module.css';
import { PositionTable } from './PositionTable.tsx';
import { MapDescription, SatelliteSentence } from './SatelliteSentence.tsx';

/** Length of the track, behind the satellite and ahead of it. An orbit is about 93 minutes. */
const TRACK_LENGTHS = [
  { name: 'none', ms: 0 },
  { name: '15 min', ms: 15 * MS_PER_MIN },
  { name: '45 min', ms: 45 * MS_PER_MIN },
  { name: '1 orbit', ms: 93 * MS_PER_MIN },
] as const;

/** Kept while other tabs are open. */
const overviewReachAtom = atom({ trailMs: 15 * MS_PER_MIN, leadMs: 45 * MS_PER_MIN });
const orbitalReachAtom = atom({ trailMs: 15 * MS_PER_MIN, leadMs: 93 * MS_PER_MIN });

interface OrbitalPositionProps {
  readonly className?: string | undefined;
  /** The card's satellite; without one all are shown alike, for the overview. */
  readonly own?: SatelliteId;
}

/** The map with the satellites, and its content as text and numbers. */
export function OrbitalPositionCard({ className, own }: OrbitalPositionProps) {
  const [{ trailMs, leadMs }, setReach] = useAtom(own ? orbitalReachAtom : overviewReachAtom);
  const [head, setHead] = useState<HTMLElement | null>(null);
  return (
    <Card
      title={own ? `${SATELLITES[own].name} Orbital Position` : 'Orbital Position'}
      className={className}
      aside={
        <div className={styles.controls}>
          <TrackSelect name="Trail" value={trailMs} onChange={(ms) => setReach({ trailMs: ms, leadMs })} />
          <TrackSelect name="Lead" value={leadMs} onChange={(ms) => setReach({ trailMs, leadMs: ms })} />
          <span ref={setHead} />
        </div>
      }
      data={own && <MapData />}
    >
      <Positions own={own} trailMs={trailMs} leadMs={leadMs} controlsHost={head} />
    </Card>
  );
}

interface TrackSelectProps {
  readonly name: string;
  readonly value: number;
  readonly onChange: (ms: number) => void;
}

function TrackSelect({ name, value, onChange }: TrackSelectProps) {
  const id = useId();
  return (
    <span className={styles.control}>
      <label htmlFor={id}>{name}</label>
      <Select id={id} value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {TRACK_LENGTHS.map((length) => (
          <option key={length.ms} value={length.ms}>
            {length.name}
          </option>
        ))}
      </Select>
    </span>
  );
}

const NO_MARKS: readonly [] = [];

interface PositionsProps {
  readonly own: SatelliteId | undefined;
  readonly trailMs: number;
  readonly leadMs: number;
  readonly controlsHost: HTMLElement | null | undefined;
}

function Positions({ own, trailMs, leadMs, controlsHost }: PositionsProps) {
  const ephemerides = useAtomValue(sliceAtoms.ephemerides);
  const contacts = useAtomValue(sliceAtoms.contacts);
  const descriptionId = useId();
  const { latitude, longitude } = useAtomValue(observerAtoms[own ?? SPACECRAFT]);
  const marks = useMemo(() => [{ latitude, longitude }], [latitude, longitude]);
  if (!ephemerides) return <LoadingState headline="Loading tracking data..." />;
  return (
    <div className={styles.layout} data-own={own !== undefined}>
      <div className={styles.mapFrame}>
        <div className={styles.map}>
          <OrbitalMap
            className={styles.picture}
            ephemerides={ephemerides}
            contacts={contacts}
            front={own ?? SPACECRAFT}
            trailMs={trailMs}
            leadMs={leadMs}
            describedBy={descriptionId}
            controlsHost={controlsHost}
            marks={own ? marks : NO_MARKS}
          >
            {own && <ObserverMark id={own} />}
            <CursorMark id={own ?? SPACECRAFT} />
          </OrbitalMap>
          <MapDescription id={descriptionId} />
        </div>
      </div>
      {!own && <PositionTable />}
      <div className={styles.line}>
        {own && <SatelliteSentence id={own} />}
        <Origins />
        {!own && <Legend />}
      </div>
      {own && <Legend hasObserver />}
    </div>
  );
}

function Legend({ hasObserver = false }: { readonly hasObserver?: boolean }) {
  const hasOthers = useAtomValue(hasOtherStationsAtom);
  return (
    <p className={styles.legend}>
      <SourceSentences />
      Tracks: solid past, dashed ahead, faint in eclipse. Discs: satellite footprints; circles: station view
      above {STATION_MASK}°{hasOthers && ' or their own mask'}
      {hasObserver && '; ×: the observer'}.
    </p>
  );
}
