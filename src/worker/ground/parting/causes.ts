import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import {
  mapChannels,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
} from '../../../shared/entities/telemetry-channels.ts';
import { exp } from '../../../shared/kit/math.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { EnvironmentAt } from '../../spacecraft/environment.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import type { ActiveFault } from '../../spacecraft/model.ts';
import type { AnomaliesState } from '../anomalies/anomalies.ts';
import { fittingCauses } from '../diagnosis/fitting-causes.ts';
import { movesChannel } from '../diagnosis/shares.ts';
import {
  expectedAt,
  type HeldPrediction,
  type PredictionBasis,
  placeOf,
  predictionFor,
  predictionWith,
  widthTowards,
} from './prediction.ts';

/** What would explain that a channel has left its prediction, and how well beside the others, 0 to 1. */
export interface RankedCause {
  readonly name: FaultName;
  readonly share: number;
}

/** Time within which a channel settles after a fault has ended. */
export const SETTLING_MS = 10 * MS_PER_MIN;

/** True if the list of anomalies says already why a channel may be off its prediction. */
export const isExplained = ({ faults }: AnomaliesState, channel: TelemetryChannel, time: EpochMs): boolean =>
  Object.values(faults).some(
    ({ endedAt, reported: { causes } }) =>
      (endedAt === undefined || time - endedAt < SETTLING_MS) &&
      causes.some((cause) => movesChannel(cause, channel)),
  );

/** What is known when the causes are ranked. */
interface Known {
  readonly basis: PredictionBasis;
  /** Faults that the prediction reckons with. */
  readonly faults: readonly ActiveFault[];
  /** Received samples, oldest first. */
  readonly history: readonly TelemetrySample[];
  readonly view: SpacecraftView | undefined;
  readonly environmentAt: EnvironmentAt;
}

/** Readings that a prediction is compared with: a minute over high gain. */
const COMPARED = 12;
/** Most causes, and the least share of one. */
const MOST_CAUSES = 3;
const LEAST_SHARE = 0.1;
/** Distance of the best explanation, in half widths of the bands, beyond which no known fault explains the readings. */
const FARTHEST = 5;

/**
 * Returns the square of the mean distance of readings from what would have been predicted, over all channels, in half
 * widths of the bands of what was.
 */
function distanceTo(
  assumed: HeldPrediction,
  prediction: HeldPrediction,
  samples: readonly TelemetrySample[],
): number {
  const placed = samples.map((sample) => ({
    sample,
    place: placeOf(prediction, sample.timestamp),
    assumedPlace: placeOf(assumed, sample.timestamp),
  }));
  let distance = 0;
  for (const channel of TELEMETRY_CHANNELS) {
    const sum = placed.reduce((total, { sample, place, assumedPlace }) => {
      const width = widthTowards(prediction.channels[channel], place, sample[channel]);
      return total + (sample[channel] - expectedAt(assumed.channels[channel], assumedPlace)) / width;
    }, 0);
    distance += (sum / samples.length) ** 2;
  }
  return distance;
}

/** Returns the faults that the diagnosis does not rule out, given how readings differ from their prediction. */
function candidatesFor(
  channel: TelemetryChannel,
  since: EpochMs,
  prediction: HeldPrediction,
  { faults, view }: Known,
  first: TelemetrySample | undefined,
  newest: TelemetrySample,
): readonly FaultName[] {
  const { timestamp } = newest;
  const place = placeOf(prediction, timestamp);
  const from: TelemetrySample = {
    timestamp: since,
    ...mapChannels((of) => expectedAt(prediction.channels[of], place)),
  };
  const evidence = {
    span: { from, to: newest },
    first,
    view,
    sinceOnsetMs: timestamp - since,
    isFullSize: view?.mode === 'NOMINAL',
  };
  return FAULT_NAMES.filter(
    (name) =>
      movesChannel(name, channel) &&
      !faults.some((known) => known.name === name) &&
      fittingCauses(FAULT_KINDS[name].type, evidence).includes(name),
  );
}

/**
 * Ranks the faults that would explain why a channel has left its prediction: of those that the rules of the diagnosis
 * leave, each is assumed to have struck when the channel left it, and what would then have been predicted is compared
 * with the readings of all channels.
 */
export function rankCauses(channel: TelemetryChannel, since: EpochMs, known: Known): readonly RankedCause[] {
  const { basis, faults, environmentAt } = known;
  const samples = known.history
    .filter(({ timestamp }) => timestamp >= since && timestamp > basis.time)
    .slice(-COMPARED);
  const newest = samples.at(-1);
  if (!newest) return [];
  const first = samples.find(({ timestamp }) => timestamp === since);
  const prediction = predictionFor(basis, faults, environmentAt, newest.timestamp);
  // The first reading that shows a fault is that of the step after it.
  const struckAt = epochMs(Math.max(basis.time, since - TELEMETRY_PERIOD_MS));
  const distances = candidatesFor(channel, since, prediction, known, first, newest).map((name) => {
    const assumed = { name, time: struckAt };
    const flown = predictionWith(assumed, basis, faults, environmentAt, newest.timestamp);
    return { name, distance: distanceTo(flown, prediction, samples) };
  });
  const nearest = Math.min(...distances.map(({ distance }) => distance));
  if (nearest > FARTHEST ** 2) return [];
  const weights = distances.map(({ name, distance }) => ({ name, weight: exp((nearest - distance) / 2) }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  return weights
    .map(({ name, weight }) => ({ name, share: Math.round((100 * weight) / total) / 100 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_CAUSES);
}
