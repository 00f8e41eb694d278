import { atom, useAtomValue } from 'jotai';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { SessionMarks } from '../../../shared/contract/history.ts';
import type { BranchView } from '../../../shared/contract/transport.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { formatAge, formatUtcTime } from '../../kit/format.ts';
import { missionSecondAtom, sliceAtoms } from '../link/atoms.ts';
import { useWantedFocus } from '../navigation/wanted-focus.ts';
import { Labels } from './Labels.tsx';
import { marksNear } from './marks.ts';
import { type SessionSpan, sessionSpanAtom } from './session.ts';
import styles from './session-slider.module.css';
import { isReplayAtom } from './shown-time.ts';
import { Track } from './Track.tsx';
import { useMarks } from './use-marks.ts';
import { type ScrubTarget, useScrub } from './use-scrub.ts';
import type { TransportControls } from './use-transport.ts';

/** Key steps: a telemetry sample, a minute with Shift, ten minutes with Page Up and Page Down. */
const SAMPLE_MS = 5 * MS_PER_S;
const SHIFT_MS = MS_PER_MIN;
const PAGE_MS = 10 * MS_PER_MIN;
/** Share of the session within which a pointer near the end returns to live, and a nearby mark is named. */
const REACH = 0.006;
/** Half the width of the thumb, whose centre does not reach the ends of the control; in rem, as in the style sheet. */
const INSET_REM = 0.375;

/** Ids of the anomalies whose faults persist. */
const ongoingIdsAtom = atom((get): ReadonlySet<string> => {
  const faults = get(sliceAtoms.spacecraft)?.faults ?? [];
  return new Set(faults.flatMap(({ anomalyId }) => anomalyId ?? []));
});

const NO_BRANCHES: readonly BranchView[] = [];

const spanOf = ({ start, edge }: SessionSpan): number => edge - start;

/** Returns true if a pointer at an instant leads to the live edge. */
const isInReachOfLive = (time: EpochMs, session: SessionSpan): boolean =>
  time >= session.edge - Math.max(MS_PER_S, spanOf(session) * REACH);

/** Returns the target of a key; `undefined` for other keys. */
function keyTarget({ key, shiftKey }: KeyboardEvent, from: EpochMs, start: EpochMs): ScrubTarget | undefined {
  const stepMs = shiftKey ? SHIFT_MS : SAMPLE_MS;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return addMs(from, -stepMs);
    case 'ArrowRight':
    case 'ArrowUp':
      return addMs(from, stepMs);
    case 'PageDown':
      return addMs(from, -PAGE_MS);
    case 'PageUp':
      return addMs(from, PAGE_MS);
    case 'Home':
      return start;
    case 'End':
      return 'live';
    default:
      return undefined;
  }
}

/** The session from its start to its live edge, with its marks. Moving the slider shows a past instant. */
export function SessionSlider({ transport }: { readonly transport: TransportControls }) {
  const running = useAtomValue(sessionSpanAtom);
  return running ? <Slider transport={transport} running={running} /> : <div className={styles.session} />;
}

interface SliderProps {
  readonly transport: TransportControls;
  readonly running: SessionSpan;
}

function Slider({ transport, running }: SliderProps) {
  const isReplay = useAtomValue(isReplayAtom);
  const shown = useAtomValue(missionSecondAtom);
  const marks = useMarks();
  const ongoing = useAtomValue(ongoingIdsAtom);
  const view = useAtomValue(sliceAtoms.transport);
  const branches = view?.branches ?? NO_BRANCHES;
  const { target, scrub } = useScrub(transport);
  const frameRef = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<EpochMs>();
  const [isKeyed, setKeyed] = useState(false);
  // While held, the scale stays fixed under the pointer.
  const [held, setHeld] = useState<SessionSpan>();
  const session = held ?? running;
  const { start, edge } = session;

  const place = target ?? (isReplay && shown !== undefined ? shown : 'live');
  const time = place === 'live' ? edge : place;

  function to(wanted: ScrubTarget): void {
    if (wanted === 'live' || wanted >= edge - MS_PER_S) scrub('live');
    else scrub(epochMs(Math.max(start, Math.floor(wanted / MS_PER_S) * MS_PER_S)));
  }

  function timeAt({ clientX }: PointerEvent): EpochMs | undefined {
    const frame = frameRef.current?.getBoundingClientRect();
    if (!frame) return undefined;
    const inset = INSET_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const share = (clientX - frame.left - inset) / (frame.width - 2 * inset);
    if (!Number.isFinite(share)) return undefined;
    return addMs(start, Math.min(Math.max(share, 0), 1) * spanOf(session));
  }

  useWantedFocus('session time', () => frameRef.current?.querySelector('input'));
  // Marks are named at the pointer, or where a key has led.
  const named = pointed ?? (isKeyed ? time : undefined);
  const release = () => setHeld(undefined);
  return (
    <div
      ref={frameRef}
      className={styles.session}
      data-replay={isReplay}
      onPointerMove={(event) => setPointed(timeAt(event))}
      onPointerLeave={() => setPointed(undefined)}
    >
      <Track
        session={session}
        time={time}
        marks={marks}
        branch={branches.find(({ id }) => id === view?.branch)}
        branches={branches}
        ongoing={ongoing}
      />
      <Labels session={session} past={place === 'live' ? undefined : place} marks={marks} ongoing={ongoing} />
      <input
        className={styles.slider}
        type="range"
        aria-label="Session time"
        aria-valuetext={valueText(place, session, marks)}
        min={start}
        max={edge}
        step="any"
        value={time}
        onPointerDown={() => {
          setHeld(session);
          setKeyed(false);
        }}
        onBlur={() => setKeyed(false)}
        onPointerUp={release}
        onPointerCancel={release}
        onLostPointerCapture={release}
        onChange={(event) => {
          const wanted = epochMs(Number(event.target.value));
          to(isInReachOfLive(wanted, session) ? 'live' : wanted);
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.altKey || event.metaKey) return;
          const wanted = keyTarget(event, time, start);
          if (wanted === undefined) return;
          event.preventDefault();
          setKeyed(true);
          const isForwards = wanted === 'live' || wanted >= edge;
          if (place !== 'live' || !isForwards) to(wanted);
        }}
      />
      {named !== undefined && (
        <Preview
          session={session}
          time={named}
          // Keys are exact; a pointer near the live edge leads there.
          isLive={pointed === undefined ? place === 'live' : isInReachOfLive(pointed, session)}
          marks={marks}
        />
      )}
    </div>
  );
}

/** Describes an instant in a short phrase. */
function valueText(place: ScrubTarget, session: SessionSpan, marks: SessionMarks | undefined): string {
  if (place === 'live') return 'Live';
  const near = marks ? marksNear(marks, place, spanOf(session) * REACH) : [];
  return [`${formatUtcTime(place)} UTC`, `${formatAge(session.edge - place)} before live`, ...near].join(
    ', ',
  );
}

interface PreviewProps {
  readonly session: SessionSpan;
  readonly time: EpochMs;
  readonly isLive: boolean;
  readonly marks: SessionMarks | undefined;
}

/** Preview of what a click would show, with the marks near it. */
function Preview({ session, time, isLive, marks }: PreviewProps) {
  const near = marks ? marksNear(marks, time, spanOf(session) * REACH) : [];
  const share = (time - session.start) / spanOf(session);
  return (
    <div className={styles.preview} style={{ '--share': share } as CSSProperties} aria-hidden="true">
      <p className={styles.instant}>
        {isLive ? 'Live' : `${formatUtcTime(time)} UTC`}
        {!isLive && <span className={styles.ago}>−{formatAge(session.edge - time)}</span>}
      </p>
      {near.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
