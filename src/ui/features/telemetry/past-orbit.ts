import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useMemo } from 'react';
import type { History } from '../../../shared/contract/history.ts';
import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import { partOf } from '../../../shared/contract/predicted-line.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { addMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { usePageVisible } from '../../kit/page/use-page-visible.ts';
import { orbitaContactsAtom } from '../../mission/clocks/clocks.ts';
import { askUntilKnown } from '../../mission/link/ask-until-known.ts';
import { linkStateAtom, shownRateAtom, sliceAtoms, subjectAtom } from '../../mission/link/atoms.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { outlookAtom, useOutlook } from '../../mission/look-ahead/outlook.ts';
import { partingOf } from '../../mission/look-ahead/partings.ts';
import { utcSecondAtom } from '../../mission/time/shown-time.ts';
import { AHEAD_MS, NO_SPAN, type Sparkline, sparkSpan, toSparkline } from './sparkline.ts';

/** Columns of a chart: fewer than its pixels, but enough to show its course. */
const COLUMNS = 160;

/** Interval of requests to the session; shorter at a rate other than 1. */
const ASK_MS = 10 * MS_PER_S;
const ASK_AT_RATE_MS = 2 * MS_PER_S;

/** Changes when a new request to the session is due. */
export const askAtom = atom((get) => {
  const now = get(utcSecondAtom);
  return now === undefined
    ? undefined
    : Math.floor(now / ((get(shownRateAtom) ?? 1) === 1 ? ASK_MS : ASK_AT_RATE_MS));
});

/** Span of all charts, which ends with the newest sample. */
export const chartSpanAtom = atom((get): TimeRange => {
  const newest = get(sliceAtoms.telemetry)?.at(-1)?.timestamp;
  if (newest === undefined) return NO_SPAN;
  return sparkSpan(newest, get(sliceAtoms.transport)?.startTime ?? newest);
});

/** The time axis of all charts: as far as something is predicted, with the orbit to come. */
export const chartAxisAtom = atom((get): TimeRange => {
  const span = get(chartSpanAtom);
  const told = get(outlookAtom);
  return told && span !== NO_SPAN ? { from: span.from, to: addMs(span.to, AHEAD_MS) } : span;
});

/** Returns what is predicted of a channel for the rest of the axis; `undefined` if nothing is. */
export function useComing(channel: TelemetryChannel): PredictedChannel | undefined {
  const { to: from } = useAtomValue(chartSpanAtom);
  const { to } = useAtomValue(chartAxisAtom);
  const line = useAtomValue(outlookAtom)?.channels[channel];
  return useMemo(() => {
    const coming = line && partOf(line, { from, to });
    return coming && coming.times.length > 0 ? coming : undefined;
  }, [line, from, to]);
}

const loadedAtom = atom<{ readonly subject: string; readonly history: History } | undefined>(undefined);

/** The session's history of the past orbit; the newest samples are ahead of it. */
export const pastOrbitAtom = atom((get): History | undefined => {
  const loaded = get(loadedAtom);
  return loaded?.subject === get(subjectAtom) ? loaded.history : undefined;
});

/**
 * Requests the past orbit from the session periodically, and what is to come. Without an answer the charts show the
 * newest samples.
 */
export function usePastOrbit(): void {
  useOutlook();
  const control = useSessionControl();
  const subject = useAtomValue(subjectAtom);
  const { status } = useAtomValue(linkStateAtom);
  const turn = useAtomValue(askAtom);
  const isVisible = usePageVisible();
  const span = useAtomValue(chartSpanAtom);
  const setLoaded = useSetAtom(loadedAtom);
  const hasSpan = span !== NO_SPAN;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each turn, not for each sample
  useEffect(() => {
    if (!isVisible || !hasSpan || turn === undefined) return undefined;
    let isOver = false;
    const query = { channels: TELEMETRY_CHANNELS, ...span, columns: COLUMNS };
    askUntilKnown(
      () => control.history(query),
      () => !isOver,
    ).then(
      (answer) => {
        if (!isOver && answer.ok) setLoaded({ subject, history: answer.value });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [control, subject, status, turn, isVisible, hasSpan, setLoaded]);
}

/**
 * Returns a channel's past orbit.
 * @param hasLimits whether its scale reaches to the nearest limit
 * @param samples the newest ones
 */
export function useSparkline(
  channel: TelemetryChannel,
  hasLimits: boolean,
  samples: readonly TelemetrySample[],
): Sparkline {
  const span = useAtomValue(chartSpanAtom);
  const past = useAtomValue(pastOrbitAtom)?.channels[channel];
  const axis = useAtomValue(chartAxisAtom);
  const coming = useComing(channel);
  const parted = partingOf(useAtomValue(outlookAtom), channel)?.predicted;
  const transitions = useAtomValue(orbitaContactsAtom)?.eclipseTransitions;
  return useMemo(
    () => toSparkline(channel, hasLimits, { span, axis, past, coming, parted, samples, transitions }),
    [channel, hasLimits, span, axis, past, coming, parted, samples, transitions],
  );
}
