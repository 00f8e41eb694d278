import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { SpacecraftMode, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { type TelemetryChannel, telemetryLevel } from '../../../shared/entities/telemetry-channels.ts';
import type { Degrees } from '../../../shared/kit/units.ts';
import { isLitIn } from '../diagnosis/observed-change.ts';
import { recentSlopePerMin } from '../telemetry/telemetry-slope.ts';
import { ALIGNED_DEG, type Criterion, isDeployed, resistanceOf } from './verification-criteria.ts';

/** The sample before the command, those since, and the housekeeping. */
export interface VerificationEvidence {
  readonly base: TelemetrySample | undefined;
  /** Oldest first. */
  readonly since: readonly TelemetrySample[];
  readonly view: SpacecraftView;
}

/** Observed result for a criterion. */
export type Seen =
  | { readonly is: 'no-reading'; readonly channel: TelemetryChannel }
  | { readonly is: 'no-change'; readonly channel: TelemetryChannel }
  | {
      readonly is: 'change';
      readonly channel: TelemetryChannel;
      readonly by: number;
      /** `set`: the Sun has set since the command; `set since`: it set after this reading. */
      readonly sun?: 'set' | 'set since';
    }
  | {
      readonly is: 'reading';
      readonly channel: TelemetryChannel;
      readonly value: number;
      readonly isInLimits: boolean;
    }
  /** `toOhm` is `undefined` at almost no current. */
  | { readonly is: 'resistance'; readonly fromOhm: number; readonly toOhm: number | undefined }
  /** °C/min; `to` is `undefined` with too few readings. `sun` is present if illumination has contributed. */
  | {
      readonly is: 'slope';
      readonly from: number;
      readonly to: number | undefined;
      readonly sun?: 'set' | 'risen';
    }
  | { readonly is: 'antenna'; readonly misalignment: Degrees; readonly isAligned: boolean }
  | { readonly is: 'deployed'; readonly share: number }
  | { readonly is: 'mode'; readonly mode: SpacecraftMode }
  | { readonly is: 'load'; readonly byW: number }
  | {
      readonly is: 'link';
      readonly link: SpacecraftView['radio']['link'];
      readonly antenna: SpacecraftView['radio']['antenna'];
      readonly marginDb: number;
    }
  | { readonly is: 'heater'; readonly isOn: boolean }
  | { readonly is: 'downlinked'; readonly mb: number };

export interface Finding {
  readonly isMet: boolean;
  readonly seen: Seen;
}

/** Evaluates a criterion: whether it is met, and the observation. */
export function evaluate(criterion: Criterion, observation: VerificationEvidence): Finding {
  const { view } = observation;
  switch (criterion.is) {
    case 'change':
    case 'hold':
      return findInChannel(criterion, observation);
    case 'in-limits': {
      const { channel } = criterion;
      const newest = observation.since.findLast((sample) => Number.isFinite(sample[channel]));
      if (!newest) return { isMet: false, seen: { is: 'no-reading', channel } };
      const value = newest[channel];
      const isInLimits = telemetryLevel(channel, value) === 'nominal';
      return { isMet: isInLimits, seen: { is: 'reading', channel, value, isInLimits } };
    }
    case 'resistance': {
      const { fromOhm, byOhm } = criterion;
      const toOhm = resistanceOf(view);
      const isMet = toOhm !== undefined && fromOhm - toOhm >= byOhm;
      return { isMet, seen: { is: 'resistance', fromOhm, toOhm } };
    }
    case 'slope':
      return findSlope(criterion, observation);
    case 'aligned': {
      const { misalignment } = view.radio;
      const isAligned = misalignment <= ALIGNED_DEG;
      return { isMet: isAligned, seen: { is: 'antenna', misalignment, isAligned } };
    }
    case 'deployed':
      return { isMet: isDeployed(view), seen: { is: 'deployed', share: view.array.deployedShare } };
    case 'mode':
      return { isMet: view.mode === criterion.mode, seen: { is: 'mode', mode: view.mode } };
    case 'lighter': {
      const byW = Math.round(view.loads.totalW - criterion.fromW);
      return { isMet: -byW >= criterion.byW, seen: { is: 'load', byW } };
    }
    case 'linked': {
      const { link, antenna, marginDb, lowGainMarginDb } = view.radio;
      const ownDb = antenna === 'low' ? lowGainMarginDb : marginDb;
      return { isMet: link !== 'none' && ownDb > 0, seen: { is: 'link', link, antenna, marginDb: ownDb } };
    }
    case 'heater-off': {
      const { isHeaterOn } = view.thermal;
      return { isMet: !isHeaterOn, seen: { is: 'heater', isOn: isHeaterOn } };
    }
    case 'downlinked': {
      const mb = view.data.downlinkedMb - criterion.fromMb;
      return { isMet: mb >= criterion.byMb, seen: { is: 'downlinked', mb } };
    }
  }
}

/** Returns the sample with the most sunlight; `undefined` if all are dark. */
const brightest = (samples: readonly TelemetrySample[]): TelemetrySample | undefined =>
  samples.filter(isLitIn).toSorted((one, other) => other.solarOutput - one.solarOutput)[0];

/** True if a change is less than a third of the expected or tolerated one. */
const isNoise = (change: number, expected: number): boolean => Math.abs(change) < Math.abs(expected) / 3;

function findInChannel(
  criterion: Extract<Criterion, { readonly is: 'change' | 'hold' }>,
  { base, since, view }: VerificationEvidence,
): Finding {
  const { channel } = criterion;
  const hasSunSet =
    channel === 'solarOutput' && base !== undefined && base.solarOutput > 5 && view.light < 0.5;
  // After sunset, the command's effect shows only in the brightest sample since.
  const lit = hasSunSet ? brightest(since) : undefined;
  const newest = lit ?? since.findLast((sample) => Number.isFinite(sample[channel]));
  if (!newest || !base || !Number.isFinite(base[channel]))
    return { isMet: false, seen: { is: 'no-reading', channel } };
  const change = newest[channel] - base[channel];
  const sun = lit ? 'set since' : 'set';
  const moved: Seen = { is: 'change', channel, by: change, ...(hasSunSet && { sun }) };
  const still: Seen = { is: 'no-change', channel };
  if (criterion.is === 'hold') {
    const { worse, within } = criterion;
    const off = worse === 'up' ? change : -change;
    return { isMet: off <= within, seen: isNoise(change, within) ? still : moved };
  }
  const isMet = criterion.by < 0 ? change <= criterion.by : change >= criterion.by;
  return { isMet, seen: isNoise(change, criterion.by) ? still : moved };
}

function findSlope(
  { by, from }: Extract<Criterion, { readonly is: 'slope' }>,
  { base, since }: VerificationEvidence,
): Finding {
  const to = recentSlopePerMin(since, 'temperature');
  if (to === undefined) return { isMet: false, seen: { is: 'slope', from, to } };
  const turned = to - from;
  // Illumination changes the temperature more than a command does; if it has contributed, the slope proves nothing.
  const hasHelped =
    base && since.some((sample) => isLitIn(sample) !== isLitIn(base) && isLitIn(sample) === by > 0);
  if (hasHelped) return { isMet: false, seen: { is: 'slope', from, to, sun: by < 0 ? 'set' : 'risen' } };
  return { isMet: by < 0 ? turned <= by : turned >= by, seen: { is: 'slope', from, to } };
}
