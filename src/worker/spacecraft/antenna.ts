import type { Antenna, SpacecraftMode } from '../../shared/spacecraft.ts';

/**
 * The two antennas. The high-gain one has a beam of 10°, 24 dBi by 10 log(27 000/θ²); the low-gain one is a pair of
 * patches on opposite faces, -4 dBi or more in nearly every direction, so that it has no pointing loss. What it lacks in
 * gain is bought back by sending 1 ksym/s instead of the 4 Msym/s to a station or the 64 ksym/s to a relay.
 */
const HIGH_GAIN_DBI = 24;
const LOW_GAIN_DBI = -4;
const LOW_RATE_KSYM_PER_S = 1;
const STATION_RATE_KSYM_PER_S = 4000;
const RELAY_RATE_KSYM_PER_S = 64;

const lowGainDb = (rateKsymPerS: number): number =>
  LOW_GAIN_DBI - HIGH_GAIN_DBI + 10 * Math.log10(rateKsymPerS / LOW_RATE_KSYM_PER_S);

/** By how much the low-gain margin differs from a well-pointed high-gain one, dB: over a station, over a relay. */
export const LOW_GAIN_STATION_DB = lowGainDb(STATION_RATE_KSYM_PER_S);
export const LOW_GAIN_RELAY_DB = lowGainDb(RELAY_RATE_KSYM_PER_S);

/** An antenna that has lost its link takes it up again only from this margin on, dB. */
const HIGH_GAIN_RETURN_DB = 3;
const LOW_GAIN_RETURN_DB = 1;

/**
 * The antenna that carries the link: the high-gain one while it has margin, except in SURVIVAL; else the low-gain one;
 * else none. Each is taken up again with more margin than it was lost at, so that noise does not switch to and fro.
 * @param held the antenna that carried the link until now
 * @param highDb margin over the high-gain antenna
 * @param lowDb margin over the low-gain antenna
 */
export function chooseAntenna(held: Antenna, mode: SpacecraftMode, highDb: number, lowDb: number): Antenna {
  const isHighUsable = highDb > (held === 'high' ? 0 : HIGH_GAIN_RETURN_DB);
  if (isHighUsable && mode !== 'SURVIVAL') return 'high';
  return lowDb > (held === 'none' ? LOW_GAIN_RETURN_DB : 0) ? 'low' : 'none';
}

/** Whether a low-gain link can be taken up at a margin in dB. */
export const canTakeUpLowGain = (lowDb: number): boolean =>
  chooseAntenna('none', 'SURVIVAL', 0, lowDb) === 'low';
