import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { EnvironmentAt } from '../../spacecraft/environment.ts';
import type { ActiveFault, SpacecraftState } from '../../spacecraft/model.ts';
import { type Evidence, weigh } from './evidence.ts';
import {
  type Assumed,
  assumedOf,
  basisOf,
  beyondBand,
  type HeldPrediction,
  OLDEST_MS,
  type PredictionBasis,
  placeOf,
  predictionFor,
  withEvents,
  withStarted,
} from './prediction.ts';

/** A prediction made a while ago, and what speaks against it. Plain cloneable data. */
export interface PredictionWatch {
  readonly basis: PredictionBasis;
  /** What the ground knew of faults, as a text that changes with it. */
  readonly knows: string;
  readonly evidence: readonly Evidence[];
}

/** What the ground receives and knows with a sample. */
export interface Received {
  readonly sample: TelemetrySample;
  /** As telemetry reports it, with all that is not reported, too. */
  readonly spacecraft: SpacecraftState;
  /** Faults that the ground knows. */
  readonly faults: readonly ActiveFault[];
  readonly knows: string;
}

/** Age at which a prediction that nothing speaks against is renewed. */
const RENEWED_MS = 60 * MS_PER_MIN;

/**
 * Returns a watch for a clock that has been moved back. What spoke against the prediction is dated later, and is dropped;
 * what no instrument reports is still taken from the prediction.
 */
export const rewindWatch = ({ basis }: PredictionWatch, time: EpochMs): PredictionWatch => ({
  basis: { ...basis, time, commands: [], events: [{ from: time, events: undefined }] },
  knows: 'the clock was moved back',
  evidence: [],
});

/** Begins with a prediction from a spacecraft whose state is known. */
const beginWatch = ({ sample, spacecraft, knows }: Received): PredictionWatch => ({
  basis: basisOf(spacecraft, sample, assumedOf(spacecraft)),
  knows,
  evidence: [],
});

/** Returns what is assumed after news that the prediction lacked: the attitude is the one that was read. */
function assumedFromReading(
  prediction: HeldPrediction,
  { attitudeStability, timestamp }: TelemetrySample,
): Assumed {
  const assumed = prediction.assumedAt(timestamp);
  const { drift } = assumed;
  return { ...assumed, attitudeError: Math.sqrt(Math.max(0, attitudeStability ** 2 - drift ** 2)) };
}

/**
 * Holds a sample against the prediction made a while ago. The prediction is renewed once it is old and nothing speaks
 * against it, and at once with news that it lacks: another mode, or something that the ground has learned of a
 * fault.
 * With news, what anomalies explain, or have explained, is forgotten; all else that speaks against it is kept, so that a
 * renewal hides nothing.
 * @param isExplained true if an anomaly says why a channel may be off its prediction
 */
export function holdSample(
  held: PredictionWatch | undefined,
  received: Received,
  environmentAt: EnvironmentAt,
  isExplained: (channel: TelemetryChannel) => boolean,
): PredictionWatch {
  if (!held) return beginWatch(received);
  const { sample, spacecraft, faults, knows } = received;
  const { timestamp: time } = sample;
  const basis = withEvents(withStarted(held.basis, spacecraft.activities), spacecraft, time);
  const prediction = predictionFor(basis, faults, environmentAt, time);
  const ageMs = time - basis.time;
  const hasNews =
    knows !== held.knows || time > prediction.until || prediction.modeAt(time) !== spacecraft.mode;
  if (hasNews || ageMs > OLDEST_MS) {
    return {
      basis: basisOf(spacecraft, sample, assumedFromReading(prediction, sample)),
      knows,
      evidence: held.evidence.filter(
        ({ channel, isParted, told }) => (told || !isParted) && !isExplained(channel),
      ),
    };
  }
  const place = placeOf(prediction, time);
  const evidence = weigh(
    held.evidence,
    (channel) => beyondBand(prediction.channels[channel], place, sample[channel]),
    time,
  );
  if (ageMs >= RENEWED_MS && evidence.length === 0) {
    return { basis: basisOf(spacecraft, sample, prediction.assumedAt(time)), knows, evidence };
  }
  return basis === held.basis && evidence === held.evidence ? held : { basis, knows, evidence };
}
