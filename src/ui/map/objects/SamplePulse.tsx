import { atom, useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type EphemerisWindow, fixAt } from '../../../shared/orbit/ephemeris.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { useMissionTime } from '../../mission/link/mission-time.ts';
import { isTelemetryStaleAtom } from '../../mission/link/staleness.ts';
import { useMapPercent, useProjector } from '../camera/map-context.ts';
import type { Position } from '../geometry/projector.ts';
import { isArrival } from './arrival.ts';
import styles from './sample-pulse.module.css';

/** Above this rate samples arrive before a pulse ends. */
const HIGHEST_RATE = 2;

/** Time of the newest sample; `undefined` while samples are stale, not live, or too frequent to show individually. */
const liveSampleAtom = atom((get): EpochMs | undefined => {
  const transport = get(sliceAtoms.transport);
  const isLive = transport?.mode === 'live' && transport.rate <= HIGHEST_RATE;
  return isLive && !get(isTelemetryStaleAtom) ? get(sliceAtoms.telemetry)?.at(-1)?.timestamp : undefined;
});

interface Pulse {
  readonly sample: EpochMs;
  readonly place: Position;
}

/**
 * A ring that spreads from the spacecraft's marker when a telemetry sample arrives. It is an animation of the page,
 * mounted only while it runs: the map draws no frame for it.
 */
export function SamplePulse({ window }: { readonly window: EphemerisWindow }) {
  const sample = useAtomValue(liveSampleAtom);
  const previous = useRef(sample);
  const missionTime = useMissionTime();
  const [pulse, setPulse] = useState<Pulse>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new window is no new sample
  useEffect(() => {
    const hasArrived = isArrival(previous.current, sample);
    previous.current = sample;
    const now = missionTime();
    const fix = hasArrived && now !== undefined && fixAt(window, now);
    if (sample !== undefined && fix) setPulse({ sample, place: [fix.longitude, fix.latitude] });
  }, [sample, missionTime]);
  return pulse && <Ring key={pulse.sample} place={pulse.place} onEnd={() => setPulse(undefined)} />;
}

function Ring({ place, onEnd }: { readonly place: Position; readonly onEnd: () => void }) {
  const projected = useProjector().place(...place);
  const toPercent = useMapPercent();
  if (!projected.isVisible) return null;
  return (
    <span
      className={styles.pulse}
      style={toPercent(projected)}
      aria-hidden="true"
      data-pulse=""
      onAnimationEnd={onEnd}
    />
  );
}
