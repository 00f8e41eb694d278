import type { Antenna, SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import { log10 } from '../../shared/kit/math.ts';

/**
 * The two antennas. The high-gain one has a beam of 10°, 24 dBi by 10 log(27 000/θ²); the low-gain one is a
 * pair of patches on opposite faces, -4 dBi or more in nearly every direction, so that it has no pointing
 * loss. A lower rate makes up for its gain: 1 ksym/s instead of 4 Msym/s to a station or 64 ksym/s to a
 * relay.
 */
const HIGH_GAIN_DBI = 24;
const LOW_GAIN_DBI = -4;
const LOW_RATE_KSYM_PER_S = 1;
const STATION_RATE_KSYM_PER_S = 4000;
const RELAY_RATE_KSYM_PER_S = 64;

const lowGainDb = (rateKsymPerS: number): number =>
  LOW_GAIN_DBI - HIGH_GAIN_DBI + 10 * log10(rateKsymPerS / LOW_RATE_KSYM_PER_S);

/** Low-gain margin relative to a well-pointed high-gain one, dB: over a station, over a relay. */
export const LOW_GAIN_STATION_DB = lowGainDb(STATION_RATE_KSYM_PER_S);
export const LOW_GAIN_RELAY_DB = lowGainDb(RELAY_RATE_KSYM_PER_S);

/** Margin above which an antenna that lost its link reacquires it, dB. */
const HIGH_GAIN_RETURN_DB = 3;
const LOW_GAIN_RETURN_DB = 1;

/**
 * Chooses the antenna that carries the link: high gain while it has margin, except in SURVIVAL; otherwise low gain;
 * otherwise none. Each is reacquired only at a higher margin than it was lost at, so that noise does not toggle it.
 * @param held the antenna that carried the link until now
 * @param highDb margin over the high-gain antenna, dB
 * @param lowDb margin over the low-gain antenna, dB
 */
export function chooseAntenna(held: Antenna, mode: SpacecraftMode, highDb: number, lowDb: number): Antenna {
  const isHighUsable = highDb > (held === 'high' ? 0 : HIGH_GAIN_RETURN_DB);
  if (isHighUsable && mode !== 'SURVIVAL') return 'high';
  return lowDb > (held === 'none' ? LOW_GAIN_RETURN_DB : 0) ? 'low' : 'none';
}

/** True if a low-gain link can be acquired at a margin in dB. */
export const canTakeUpLowGain = (lowDb: number): boolean =>
  chooseAntenna('none', 'SURVIVAL', 0, lowDb) === 'low';
