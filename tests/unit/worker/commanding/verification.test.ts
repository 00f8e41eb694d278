import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, type CommandName, type TelemetrySample } from '../../../../src/shared/entities.ts';
import type {
  CommandVerification,
  FaultView,
  SpacecraftPart,
  SpacecraftView,
} from '../../../../src/shared/spacecraft.ts';
import { degrees, MS_PER_DAY } from '../../../../src/shared/units.ts';
import {
  beginVerification,
  gatherVerifications,
  observeVerification,
  observeVerifications,
  shiftVerifications,
  VERIFICATIONS_CAP,
  type Verification,
  verificationOf,
} from '../../../../src/worker/commanding/verification.ts';
import type { FaultName } from '../../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../../support/mission.ts';
import { spacecraftView } from '../../../support/spacecraft-view.ts';
import { NOMINAL, sample } from '../../../support/telemetry.ts';

type Reading = Partial<Omit<TelemetrySample, 'timestamp'>>;

/** What is there at the start, and how it goes on from a number of seconds on. */
interface Course {
  readonly name: CommandName;
  readonly reading?: Reading;
  readonly view?: Partial<SpacecraftView>;
  readonly faults?: Parameters<typeof beginVerification>[0]['faults'];
  readonly nextStationS?: number;
  readonly thenAtS?: number;
  readonly thenReading?: Reading;
  readonly thenView?: Partial<SpacecraftView>;
}

/** Watches a command with a sample every 5 s until the verdict. */
function watched(course: Course): Verification {
  const {
    name,
    reading = {},
    view = {},
    faults = [],
    nextStationS,
    thenAtS = 0,
    thenReading,
    thenView,
  } = course;
  const before = Array.from({ length: 14 }, (_, index) => sample(5 * (index - 13), reading));
  let watch = beginVerification({
    commandId: 'command-1',
    name,
    time: T0,
    telemetry: before,
    view: spacecraftView(view),
    faults,
    ...(nextStationS !== undefined && { nextStationTime: later(nextStationS * 1000) }),
  });
  const history = [...before];
  for (let atS = 5; watch.verdict === 'watching' && atS < 1000; atS += 5) {
    const isThen = atS >= thenAtS;
    history.push(sample(atS, isThen ? { ...reading, ...thenReading } : reading));
    const seen = spacecraftView({ ...view, ...(isThen && thenView), time: later(atS * 1000) });
    watch = observeVerification(watch, history.slice(-20), seen, later(atS * 1000));
  }
  return watch;
}

const base = spacecraftView();
const fault = (type: FaultView['type'], part: SpacecraftPart): readonly FaultView[] => [
  { anomalyId: 'anomaly-1', type, parts: [part], label: 'broken' },
];
const radio = (told: Partial<SpacecraftView['radio']>) => ({ radio: { ...base.radio, ...told } });
const off = (misalignment: number) => radio({ misalignment: degrees(misalignment) });
const deployed = (deployedShare: number) => ({ array: { ...base.array, deployedShare } });
const NO_DATA = { ...base.data, downlinkedMb: 1000 };

const COURSES: readonly (readonly [string, Course, expected: string, verdict: string, observed: string])[] = [
  [
    'the antenna turned back',
    {
      name: 'Rotate Antenna',
      view: off(8),
      thenAtS: 20,
      thenReading: { signalStrength: 72.2 },
      thenView: off(0.1),
    },
    'signal strength up by 3 points or more; antenna at 0.0° within 75 s',
    'confirmed',
    'signal strength +6.2 points; antenna at 0.1° within 20 s',
  ],
  [
    'the antenna not moving',
    { name: 'Rotate Antenna', view: off(8) },
    'signal strength up by 3 points or more; antenna at 0.0° within 75 s',
    'not confirmed',
    'no change in signal strength; antenna still 8.0° off after 75 s',
  ],
  [
    'an antenna that was right',
    { name: 'Rotate Antenna' },
    'signal strength steady to 3 points; antenna at 0.0° within 75 s',
    'confirmed',
    'signal strength steady to 3 points; antenna at 0.0° within 30 s',
  ],
  [
    'a folded wing driven out',
    {
      name: 'Deploy Solar Array',
      reading: { solarOutput: 300 },
      view: deployed(0.5),
      thenAtS: 20,
      thenReading: { solarOutput: 590 },
      thenView: deployed(1),
    },
    'solar output up by 20 W or more; deployed share at 100 % within 2 min',
    'confirmed',
    'solar output +290 W; deployed share at 100 % within 30 s',
  ],
  [
    'a wing that stays folded',
    { name: 'Deploy Solar Array', reading: { solarOutput: 300 }, view: deployed(0.5) },
    'solar output up by 20 W or more; deployed share at 100 % within 2 min',
    'not confirmed',
    'no change in solar output; deployed share at 50 % after 2 min',
  ],
  [
    'a wing driven out in the shadow',
    {
      name: 'Deploy Solar Array',
      reading: { solarOutput: 0 },
      view: { light: 0, ...deployed(0.5) },
      thenAtS: 60,
      thenView: deployed(1),
    },
    'deployed share at 100 % within 2 min; its gain shows from sunrise',
    'confirmed',
    'deployed share at 100 % within 60 s',
  ],
  [
    'a whole array',
    { name: 'Deploy Solar Array' },
    'solar output steady to 60 W; deployed share at 100 % within 2 min',
    'confirmed',
    'solar output steady to 60 W; deployed share at 100 % within 30 s',
  ],
  [
    'a gyro calibrated',
    {
      name: 'Calibrate Sensors',
      reading: { attitudeStability: 1.3 },
      view: { faults: fault('Attitude', 'sensors') },
      thenAtS: 125,
      thenReading: { attitudeStability: 0.5 },
    },
    'attitude deviation down by 0.2° or more within 3 min',
    'confirmed',
    'attitude deviation −0.80° within 2 min',
  ],
  [
    'sensors that were right',
    { name: 'Calibrate Sensors' },
    'attitude deviation steady to 0.5° within 3 min',
    'confirmed',
    'attitude deviation steady to 0.5° within 30 s',
  ],
  [
    'safe mode entered',
    {
      name: 'Enter Safe Mode',
      thenAtS: 10,
      thenView: { mode: 'SAFE', loads: { ...base.loads, payloadW: 0, totalW: 95 } },
    },
    'mode SAFE; load down by 30 W or more within 30 s',
    'confirmed',
    'mode SAFE; load −130 W within 10 s',
  ],
  [
    'safe mode refused',
    { name: 'Enter Safe Mode' },
    'mode SAFE; load down by 30 W or more within 30 s',
    'not confirmed',
    'mode NOMINAL; no change in load after 30 s',
  ],
  [
    'safe mode already',
    { name: 'Enter Safe Mode', view: { mode: 'SAFE' } },
    'mode SAFE within 30 s',
    'confirmed',
    'mode SAFE within 5 s',
  ],
  [
    'the wheels unloaded',
    {
      name: 'Attitude Adjustment',
      reading: { attitudeStability: 1.9 },
      view: { faults: fault('Attitude', 'wheels') },
      thenAtS: 150,
      thenReading: { attitudeStability: 0.6 },
    },
    'attitude deviation down by 0.2° or more within 5 min',
    'confirmed',
    'attitude deviation −1.30° within 3 min',
  ],
  [
    'a slew that makes it worse',
    { name: 'Attitude Adjustment', thenReading: { attitudeStability: 1.7 } },
    'attitude deviation steady to 0.6° within 5 min',
    'not confirmed',
    'attitude deviation +1.30° after 5 min',
  ],
  [
    'a way out of safe mode',
    { name: 'Attitude Adjustment', view: { mode: 'SAFE' }, thenAtS: 90, thenView: { mode: 'NOMINAL' } },
    'mode NOMINAL within 5 min',
    'confirmed',
    'mode NOMINAL within 90 s',
  ],
  [
    'the receiver tuned',
    {
      name: 'Communications Check',
      view: { faults: fault('Signal', 'antenna') },
      thenAtS: 30,
      thenReading: { signalStrength: 80 },
    },
    'signal strength up by 2.5 points or more; link acquired within 60 s',
    'confirmed',
    'signal strength +14.0 points; link over the relay, 17.2 dB margin within 30 s',
  ],
  [
    'an available link',
    { name: 'Communications Check' },
    'link acquired within 60 s',
    'confirmed',
    'link over the relay, 17.2 dB margin within 30 s',
  ],
  [
    'no link',
    { name: 'Communications Check', view: radio({ link: 'none' }) },
    'link acquired within 60 s',
    'not confirmed',
    'no link after 60 s',
  ],
  [
    'a stuck heater off',
    {
      name: 'Thermal Control',
      view: { thermal: { busTemperature: 22, isHeaterOn: true } },
      thenAtS: 40,
      thenView: { thermal: { busTemperature: 22, isHeaterOn: false } },
    },
    'heater off within 90 s',
    'confirmed',
    'heater off within 40 s',
  ],
  [
    'a temperature that was right',
    { name: 'Thermal Control' },
    'bus temperature in limits within 2 min',
    'confirmed',
    'bus temperature 15.0 °C, in limits within 30 s',
  ],
  [
    'the battery cells warmed, on a discharge that takes their voltage down',
    {
      name: 'Thermal Control',
      view: { battery: { soc: 0.9, currentA: -8, voltageV: 27.53 } },
      faults: ['high-resistance'],
      thenAtS: 60,
      thenReading: { batteryVoltage: 27.3 },
      thenView: { battery: { soc: 0.8, currentA: -8, voltageV: 27.36 } },
    },
    'battery resistance down by 0.03 Ω or more within 5 min',
    'confirmed',
    'battery resistance from 0.12 to 0.08 Ω within 60 s',
  ],
  [
    'the cells of a full battery warmed',
    {
      name: 'Thermal Control',
      view: { battery: { ...base.battery, currentA: 0 } },
      faults: ['high-resistance'],
      thenAtS: 60,
      thenReading: { batteryVoltage: 28.61 },
    },
    'battery voltage up by 0.1 V or more within 5 min',
    'confirmed',
    'battery voltage +0.21 V within 60 s',
  ],
  [
    'data over a station',
    {
      name: 'Data Downlink',
      view: radio({ link: 'station', station: 'madrid' }),
      thenAtS: 15,
      thenView: { data: { ...NO_DATA, downlinkedMb: 1004.2 } },
    },
    '1 MB or more downlinked within 60 s',
    'confirmed',
    '4.2 MB downlinked within 15 s',
  ],
  [
    'no station in view',
    { name: 'Data Downlink', nextStationS: 2400 },
    '1 MB or more downlinked within 2 min; needs a ground station: none in view until 12:40:00 UTC',
    'not confirmed',
    'no data downlinked after 2 min',
  ],
  [
    'a station that comes within the watch',
    {
      name: 'Data Downlink',
      nextStationS: 60,
      thenAtS: 75,
      thenView: { data: { ...NO_DATA, downlinkedMb: 1002 } },
    },
    '1 MB or more downlinked within 2 min; needs a ground station: none in view until 12:01:00 UTC',
    'confirmed',
    '2.0 MB downlinked within 75 s',
  ],
  [
    'a signal too weak for data',
    {
      name: 'Data Downlink',
      view: radio({ link: 'station', station: 'madrid', signalStrength: 32 }),
    },
    '1 MB or more downlinked within 60 s; needs a signal of 40 % or more: 32.0 % now',
    'not confirmed',
    'no data downlinked after 60 s',
  ],
];

const onStation = (told: Partial<SpacecraftView['radio']> = {}) =>
  radio({ link: 'station', station: 'madrid', ...told });
const heater = (busTemperature: number, isHeaterOn = true) => ({ thermal: { busTemperature, isHeaterOn } });
const loads = (told: Partial<SpacecraftView['loads']>) => ({ loads: { ...base.loads, ...told } });
const stored = (storedMb: number) => ({ data: { ...base.data, storedMb } });

/** What is expected from each state that a command may find, without the time that it is given. */
const GOALS: readonly (readonly [string, Course, expected: string])[] = [
  // 12 dB × (4° / 10°)² of 26 dB are 7 points over a station, and half of that over the relay: too few to ask for.
  [
    'an antenna 4° off over a station',
    { name: 'Rotate Antenna', view: onStation({ misalignment: degrees(4) }) },
    'signal strength up by 3 points or more; antenna at 0.0°',
  ],
  ['an antenna 4° off over the relay', { name: 'Rotate Antenna', view: off(4) }, 'antenna at 0.0°'],
  [
    'an antenna 6° off over the relay',
    { name: 'Rotate Antenna', view: off(6) },
    'signal strength up by 3 points or more; antenna at 0.0°',
  ],
  [
    'an antenna that is right over a station',
    { name: 'Rotate Antenna', view: onStation() },
    'antenna at 0.0°',
  ],
  [
    'an array with an open string',
    { name: 'Deploy Solar Array', view: { faults: fault('Solar', 'array') } },
    'solar output up by 30 W or more; deployed share at 100 %',
  ],
  [
    'another part’s fault',
    { name: 'Deploy Solar Array', view: { faults: fault('Battery', 'battery') } },
    'solar output steady to 60 W; deployed share at 100 %',
  ],
  [
    'a whole array of little output',
    { name: 'Deploy Solar Array', reading: { solarOutput: 100 } },
    'solar output steady to 20 W; deployed share at 100 %',
  ],
  [
    'a whole array in the shadow',
    { name: 'Deploy Solar Array', view: { light: 0 } },
    'deployed share at 100 %',
  ],
  [
    'a whole array of which half is lit',
    { name: 'Deploy Solar Array', view: { light: 0.5 } },
    'solar output steady to 60 W; deployed share at 100 %',
  ],
  [
    'an array that is short of its last percent',
    { name: 'Deploy Solar Array', view: deployed(0.99) },
    'solar output up by 30 W or more; deployed share at 100 %',
  ],
  [
    'safe mode without a payload to switch off',
    { name: 'Enter Safe Mode', view: loads({ payloadW: 15 }) },
    'mode SAFE',
  ],
  [
    'safe mode with a payload of 20 W',
    { name: 'Enter Safe Mode', view: loads({ payloadW: 20 }) },
    'mode SAFE; load down by 10 W or more',
  ],
  [
    'safe mode with a payload of 45 W',
    { name: 'Enter Safe Mode', view: loads({ payloadW: 45 }) },
    'mode SAFE; load down by 20 W or more',
  ],
  ['safe mode in survival', { name: 'Enter Safe Mode', view: { mode: 'SURVIVAL' } }, 'mode SAFE'],
  [
    'a slew in safe mode on a battery half empty',
    { name: 'Attitude Adjustment', view: { mode: 'SAFE', battery: { ...base.battery, soc: 0.5 } } },
    'attitude deviation steady to 0.6°',
  ],
  [
    'a slew with failing wheels in survival',
    { name: 'Attitude Adjustment', view: { mode: 'SURVIVAL', faults: fault('Attitude', 'wheels') } },
    'attitude deviation down by 0.2° or more',
  ],
  [
    'a faulty antenna that is off as well',
    { name: 'Communications Check', view: { ...off(1.1), faults: fault('Signal', 'antenna') } },
    'link acquired',
  ],
  [
    'a faulty antenna that is a degree off',
    { name: 'Communications Check', view: { ...off(1), faults: fault('Signal', 'antenna') } },
    'signal strength up by 2.5 points or more; link acquired',
  ],
  ['a heater on in the cold', { name: 'Thermal Control', view: heater(2) }, 'bus temperature in limits'],
  [
    'a heater that sticks, on a bus of which the slope is known',
    { name: 'Thermal Control', view: { ...heater(1), faults: fault('Temperature', 'heater') } },
    'bus temperature turns down by 0.25 °C/min or more',
  ],
  [
    'an open louvre',
    { name: 'Thermal Control', faults: ['louvre-open'] },
    'bus temperature turns up by 0.25 °C/min or more',
  ],
  [
    'a radiator louvre that is stuck, open or shut',
    {
      name: 'Thermal Control',
      faults: ['louvre-open', 'radiator-blocked'],
      view: { faults: fault('Temperature', 'bus') },
    },
    'bus temperature in limits',
  ],
  [
    'an open louvre on a bus of which nothing is known',
    { name: 'Thermal Control', faults: ['louvre-open'], reading: { temperature: Number.NaN } },
    'bus temperature in limits',
  ],
  [
    'battery cells without a current in the shadow',
    {
      name: 'Thermal Control',
      faults: ['high-resistance'],
      view: { light: 0, battery: { ...base.battery, currentA: 0.9 } },
    },
    'bus temperature in limits',
  ],
  [
    'battery cells without a current in half the light',
    {
      name: 'Thermal Control',
      faults: ['high-resistance'],
      view: { light: 0.5, battery: { ...base.battery, currentA: 0.9 } },
    },
    'battery voltage up by 0.1 V or more',
  ],
  [
    'battery cells with an ampere, which takes their voltage down by 0.12 V',
    {
      name: 'Thermal Control',
      faults: ['high-resistance'],
      view: { battery: { soc: 0.9, currentA: -1, voltageV: 28.37 } },
    },
    'battery resistance down by 0.03 Ω or more',
  ],
  [
    'an empty recorder',
    { name: 'Data Downlink', view: { ...onStation(), ...stored(1.9) } },
    '0.1 MB or more downlinked',
  ],
  [
    'a signal just strong enough',
    { name: 'Data Downlink', view: { ...onStation({ signalStrength: 40 }), ...stored(2) } },
    '1 MB or more downlinked',
  ],
];

/** What is said of what is seen then, without the time: of what is not as expected only that. */
const SIGHTS: readonly (readonly [string, Course, observed: string, verdict: string])[] = [
  [
    'a bus that is too hot',
    { name: 'Thermal Control', thenReading: { temperature: 65 } },
    'bus temperature 65.0 °C, out of limits',
    'not confirmed',
  ],
  [
    'a bus whose sensor fails',
    { name: 'Thermal Control', thenReading: { temperature: Number.NaN } },
    'no reading of bus temperature',
    'not confirmed',
  ],
  [
    'a current that ends',
    {
      name: 'Thermal Control',
      faults: ['high-resistance'],
      view: { battery: { ...base.battery, currentA: -8, voltageV: 27.5 } },
      thenView: { battery: { ...base.battery, currentA: 0 } },
    },
    'no current to measure battery resistance',
    'not confirmed',
  ],
  [
    'a heater that stays on',
    { name: 'Thermal Control', view: heater(22) },
    'heater still on',
    'not confirmed',
  ],
  [
    'a bus that an open louvre’s cure warms',
    { name: 'Thermal Control', faults: ['louvre-open'] },
    'bus temperature from +0.00 to +0.00 °C/min',
    'not confirmed',
  ],
  [
    'an antenna within half a degree',
    { name: 'Rotate Antenna', view: off(3), thenAtS: 10, thenView: off(0.5) },
    'antenna at 0.5°',
    'confirmed',
  ],
  [
    'an antenna half a degree and a little off',
    { name: 'Rotate Antenna', view: off(3), thenAtS: 10, thenView: off(0.6) },
    'antenna still 0.6° off',
    'not confirmed',
  ],
  [
    'a signal that falls, where it should hold',
    { name: 'Rotate Antenna', thenReading: { signalStrength: 62.8 } },
    'signal strength −3.2 points',
    'not confirmed',
  ],
  [
    'a signal that rises, where it should hold',
    { name: 'Rotate Antenna', thenReading: { signalStrength: 76 } },
    'signal strength steady to 3 points; antenna at 0.0°',
    'confirmed',
  ],
  [
    'a signal that rises by a third of what it should',
    { name: 'Rotate Antenna', view: off(8), thenReading: { signalStrength: 67 }, thenView: off(0) },
    'signal strength +1.0 points',
    'not confirmed',
  ],
  [
    'a signal that rises by less than a third of that',
    { name: 'Rotate Antenna', view: off(8), thenReading: { signalStrength: 66.9 }, thenView: off(0) },
    'no change in signal strength',
    'not confirmed',
  ],
  [
    'a signal that rises by just what it should',
    { name: 'Rotate Antenna', view: off(8), thenReading: { signalStrength: 69 }, thenView: off(0) },
    'signal strength +3.0 points; antenna at 0.0°',
    'confirmed',
  ],
  [
    'a deviation that rises just as far as it may',
    { name: 'Calibrate Sensors', reading: { attitudeStability: 0.5 }, thenReading: { attitudeStability: 1 } },
    'attitude deviation steady to 0.5°',
    'confirmed',
  ],
  [
    'a deviation that falls, where it should hold',
    { name: 'Calibrate Sensors', reading: { attitudeStability: 2 }, thenReading: { attitudeStability: 1 } },
    'attitude deviation steady to 0.5°',
    'confirmed',
  ],
  [
    'a deviation that a slew brings down',
    { name: 'Attitude Adjustment', reading: { attitudeStability: 2 }, thenReading: { attitudeStability: 1 } },
    'attitude deviation steady to 0.6°',
    'confirmed',
  ],
  [
    'an output that rises, where it should hold',
    { name: 'Deploy Solar Array', thenReading: { solarOutput: 700 } },
    'solar output steady to 60 W; deployed share at 100 %',
    'confirmed',
  ],
  [
    'a wing that comes to its latch',
    { name: 'Deploy Solar Array', view: { light: 0, ...deployed(0.5) }, thenView: deployed(0.995) },
    'deployed share at 100 %',
    'confirmed',
  ],
  [
    'a wing that stops short of it',
    { name: 'Deploy Solar Array', view: { light: 0, ...deployed(0.5) }, thenView: deployed(0.994) },
    'deployed share at 99 %',
    'not confirmed',
  ],
  [
    'an output that nobody reads',
    { name: 'Deploy Solar Array', thenReading: { solarOutput: Number.NaN } },
    'no reading of solar output',
    'not confirmed',
  ],
  [
    'a load that grows in safe mode',
    {
      name: 'Enter Safe Mode',
      thenView: { mode: 'SAFE', ...loads({ totalW: base.loads.totalW + 20 }) },
    },
    'load +20 W',
    'not confirmed',
  ],
  [
    'a load that falls by just enough',
    {
      name: 'Enter Safe Mode',
      thenView: { mode: 'SAFE', ...loads({ totalW: base.loads.totalW - 30 }) },
    },
    'mode SAFE; load −30 W',
    'confirmed',
  ],
  [
    'a link without a margin',
    { name: 'Communications Check', view: radio({ marginDb: 0 }) },
    'link over the relay, 0.0 dB margin',
    'not confirmed',
  ],
  [
    'a link over a station',
    { name: 'Communications Check', view: onStation({ marginDb: 9 }) },
    'link over the ground station, 9.0 dB margin',
    'confirmed',
  ],
  [
    'too little data',
    {
      name: 'Data Downlink',
      view: onStation(),
      thenView: { data: { ...NO_DATA, downlinkedMb: 1000.06 } },
    },
    '0.1 MB downlinked',
    'not confirmed',
  ],
  [
    'just enough data',
    { name: 'Data Downlink', view: onStation(), thenView: { data: { ...NO_DATA, downlinkedMb: 1001 } } },
    '1.0 MB downlinked',
    'confirmed',
  ],
];

describe('the verification of a command', () => {
  it.each(COURSES)(
    'has its expected change, verdict and observation: %s',
    (_, course, expected, verdict, observed) => {
      const evidence = verificationOf(watched(course));
      expect(evidence).toMatchObject({ commandId: 'command-1', expected, verdict, observed });
    },
  );

  it.each(GOALS)('expects an observable change: %s', (_, course, expected) => {
    expect(watched(course).expected).toMatch(new RegExp(`^${expected} within `));
  });

  it('has a criterion that a checkpoint can hold', () => {
    for (const [state, course] of [...COURSES, ...GOALS]) {
      const { criteria: goal } = watched(course);
      expect(goal.all.length, state).toBeGreaterThan(0);
    }
  });

  it.each(SIGHTS)('reports the observation: %s', (_, course, observed, verdict) => {
    const evidence = verificationOf(watched(course));
    expect(evidence.verdict).toBe(verdict);
    expect(evidence.observed?.replace(/ (within|after) \d+ (s|min)$/, '')).toBe(observed);
  });

  it('notes eclipse for a deployment, and an unknown next station', () => {
    const inShadow = watched({ name: 'Deploy Solar Array', view: { light: 0 } });
    expect(inShadow.expected).toMatch(/; in eclipse$/);
    const unknown = watched({ name: 'Data Downlink' });
    expect(unknown.expected).toMatch(/; needs a ground station: none in view now$/);
    expect(watched({ name: 'Data Downlink', view: onStation({ signalStrength: 40 }) }).expected).not.toMatch(
      /needs/,
    );
  });

  it.each<[string, Course]>([
    ['antenna at 0.0°', { name: 'Rotate Antenna', view: onStation() }],
    ['antenna at 0.5°', { name: 'Rotate Antenna', view: onStation({ misalignment: degrees(0.5) }) }],
    ['deployed share at 100 %', { name: 'Deploy Solar Array', view: { light: 0 } }],
    ['attitude deviation steady to 0.6°', { name: 'Attitude Adjustment' }],
    [
      'link over the ground station, 9.0 dB margin',
      { name: 'Communications Check', view: onStation({ marginDb: 9 }) },
    ],
    [
      'signal strength +14.0 points; link over the relay, 17.2 dB margin',
      {
        name: 'Communications Check',
        view: { faults: fault('Signal', 'antenna') },
        thenReading: { signalStrength: 80 },
      },
    ],
  ])('accepts an unchanged state only after the command has completed: %s', (observed, course) => {
    expect(verificationOf(watched(course))).toMatchObject({
      verdict: 'confirmed',
      observed: `${observed} within 30 s`,
    });
  });

  it.each<[string, Course, string]>([
    [
      'of a voltage that falls in the dark',
      {
        name: 'Thermal Control',
        faults: ['high-resistance'],
        view: { battery: { ...base.battery, currentA: 0 } },
        thenReading: { batteryVoltage: 27.9, solarOutput: 0 },
        thenView: { light: 0 },
      },
      'battery voltage −0.50 V',
    ],
    [
      'of an array that gave nothing before',
      {
        name: 'Deploy Solar Array',
        view: { faults: fault('Solar', 'array') },
        reading: { solarOutput: 4 },
        thenReading: { solarOutput: -8 },
        thenView: { light: 0 },
      },
      'solar output −12 W',
    ],
  ])('does not mention the Sun %s', (_, course, observed) => {
    expect(verificationOf(watched(course)).observed?.replace(/ after \d+ min$/, '')).toBe(observed);
  });

  it('names the antenna of an acquired link, and that data need the high-gain one', () => {
    const low = { antenna: 'low', telemetryPeriodMs: 5000, lowGainMarginDb: 5.2, marginDb: -17 } as const;
    const check = verificationOf(watched({ name: 'Communications Check', view: radio(low) }));
    expect(check).toMatchObject({
      verdict: 'confirmed',
      observed: 'low-gain link over the relay, 5.2 dB margin within 30 s',
    });
    const downlink = watched({ name: 'Data Downlink', view: onStation(low) });
    expect(downlink.expected).toMatch(/; needs the high-gain antenna$/);
    expect(downlink.verdict).toBe('not confirmed');
  });

  it('waits longer where telemetry comes every 30 s', () => {
    const view = spacecraftView(radio({ antenna: 'low', telemetryPeriodMs: 30_000 }));
    const start = { commandId: 'c', name: 'Enter Safe Mode', time: T0, telemetry: [NOMINAL], view } as const;
    const watch = beginVerification(start);
    // Its 30 s, and two samples that come 25 s later each; never less than three samples after its end.
    expect(watch.until).toBe(later(90_000));
    const safe = spacecraftView({ ...view, mode: 'SAFE', loads: { ...base.loads, totalW: 95 } });
    expect(observeVerification(watch, [sample(85)], safe, later(85_000)).verdict).toBe('confirmed');
    // The first look after the end comes up to two samples later, and still tells what is seen.
    expect(observeVerification(watch, [sample(140)], view, later(140_000)).observed).toMatch(/^mode NOMINAL/);
    expect(observeVerification(watch, [], view, later(160_000)).observed).toMatch(/^nothing was received/);
  });

  it('covers all eight commands (spec §5)', () => {
    expect(new Set(COURSES.map(([, { name }]) => name))).toEqual(new Set(COMMAND_NAMES));
  });

  /** A bus that warms or cools by so much a minute before and after Thermal Control, in one light each. */
  function thermalControl({
    slopes: [slopeBefore, slopeAfter],
    solar: [solarBefore, solarAfter] = [600, 600],
    cause,
  }: {
    readonly slopes: readonly [number, number];
    readonly solar?: readonly [number, number];
    /** The only fault that fits; without one any temperature fault of the bus does. */
    readonly cause?: FaultName | undefined;
  }) {
    const upTo = (atS: number) =>
      Array.from({ length: 20 }, (_, index) => {
        const at = atS - 5 * (19 - index);
        return sample(at, {
          temperature: 20 + ((at < 0 ? slopeBefore : slopeAfter) * at) / 60,
          solarOutput: at <= 0 ? solarBefore : solarAfter,
        });
      });
    const view = spacecraftView(cause ? {} : { faults: fault('Temperature', 'bus') });
    let watch = beginVerification({
      commandId: 'command-1',
      name: 'Thermal Control',
      time: T0,
      telemetry: upTo(0),
      view,
      faults: cause ? [cause] : [],
    });
    for (let atS = 5; atS <= 300; atS += 5)
      watch = observeVerification(watch, upTo(atS), view, later(atS * 1000));
    return verificationOf(watch);
  }

  it('detects a temperature reversal', () => {
    expect(thermalControl({ slopes: [0.6, 0.12] })).toMatchObject({
      expected: 'bus temperature turns down by 0.25 °C/min or more within 5 min',
      observed: 'bus temperature from +0.60 to +0.12 °C/min within 30 s',
    });
  });

  it('does not take sunset for the end of a warming', () => {
    expect(thermalControl({ slopes: [0.6, 0.12], solar: [600, 0] })).toMatchObject({
      verdict: 'not confirmed',
      observed: 'bus temperature, with the Sun set, from +0.60 to +0.12 °C/min after 5 min',
    });
  });

  describe.each([
    { wanted: 'cooler', by: -1, cause: undefined, light: 'set', helps: 0 },
    { wanted: 'warmer', by: 1, cause: 'louvre-open', light: 'risen', helps: 600 },
  ] as const)('of a bus that is to turn $wanted', ({ by, cause, light, helps }) => {
    const before = helps === 0 ? 600 : 0;
    /** A bus whose temperature turns by so much a minute at the command, in light that may change with it. */
    const turned = (perMin: number, solarOutput: number) =>
      thermalControl({ slopes: [-0.6 * by, -0.6 * by + perMin], solar: [before, solarOutput], cause });

    it('needs a quarter of a degree a minute in its direction', () => {
      expect(turned(0.3 * by, before).verdict).toBe('confirmed');
      expect(turned(0.2 * by, before).verdict).toBe('not confirmed');
      expect(turned(-0.3 * by, before).verdict).toBe('not confirmed');
    });

    it('is inconclusive if the illumination has helped, and conclusive otherwise', () => {
      const helped = turned(0.9 * by, helps);
      expect(helped.verdict).toBe('not confirmed');
      expect(helped.observed).toContain(`, with the Sun ${light}, `);
      expect(turned(0.9 * by, before).observed).not.toContain('the Sun');
    });
  });

  it('of a bus with too few readings says so', () => {
    const { verdict, observed } = watched({
      name: 'Thermal Control',
      faults: ['louvre-open'],
      thenReading: { temperature: Number.NaN },
    });
    expect(verdict).toBe('not confirmed');
    expect(observed).toMatch(/^too few readings of bus temperature after /);
  });

  it('waits for the command to complete, however long that takes', () => {
    const activity = {
      commandId: 'c',
      name: 'Calibrate Sensors',
      startTime: T0,
      endTime: later(200_000),
    } as const;
    const busy = spacecraftView({ activities: [activity] });
    const watch = beginVerification({
      commandId: 'c',
      name: 'Calibrate Sensors',
      time: T0,
      telemetry: [NOMINAL],
      view: busy,
    });
    expect(watch.until).toBe(later(215_000));
    expect(observeVerification(watch, [sample(100)], busy, later(100_000))).toBe(watch);
    expect(observeVerification(watch, [sample(205)], spacecraftView(), later(205_000)).verdict).toBe(
      'confirmed',
    );
  });

  it('reports sunset if that masks the expected change', () => {
    const { observed } = watched({
      name: 'Deploy Solar Array',
      view: deployed(0.5),
      thenReading: { solarOutput: 0 },
      thenView: { light: 0 },
    });
    expect(observed).toBe('solar output, with the Sun set, −600 W; deployed share at 50 % after 2 min');
  });

  it('confirms nothing late or unobserved', () => {
    const watch = beginVerification({
      commandId: 'c',
      name: 'Enter Safe Mode',
      time: T0,
      telemetry: [],
      view: spacecraftView(),
    });
    const safe = spacecraftView({ mode: 'SAFE', loads: { ...base.loads, totalW: 95 } });
    expect(observeVerification(watch, [], safe, later(33_000))).toMatchObject({
      verdict: 'not confirmed',
      observed: 'mode SAFE; load −130 W, but only after 33 s',
    });
    expect(observeVerification(watch, [], safe, later(3_600_000))).toMatchObject({
      verdict: 'not confirmed',
      observed: 'nothing was received after 30 s',
    });
  });

  const calibration = (told: Partial<Parameters<typeof beginVerification>[0]> = {}): Verification =>
    beginVerification({
      commandId: 'c',
      name: 'Calibrate Sensors',
      time: T0,
      telemetry: [NOMINAL],
      view: spacecraftView(),
      ...told,
    });
  const CALIBRATING = spacecraftView({
    activities: [
      { commandId: 'c', name: 'Calibrate Sensors', startTime: T0, endTime: later(MS_PER_DAY) },
      { commandId: 'd', name: 'Thermal Control', startTime: T0, endTime: later(MS_PER_DAY) },
    ],
  });

  it('reports a met criterion of a command still in progress', () => {
    const watch = calibration();
    expect(watch.until).toBe(later(180_000));
    expect(observeVerification(watch, [sample(175)], CALIBRATING, later(179_999))).toBe(watch);
    expect(observeVerification(watch, [sample(180)], CALIBRATING, later(180_000))).toMatchObject({
      verdict: 'not confirmed',
      observed: 'attitude deviation steady to 0.5°, but not carried out after 3 min',
    });
  });

  it('waits for its own command only', () => {
    const others = { ...CALIBRATING, activities: CALIBRATING.activities.slice(1) };
    expect(calibration({ view: others }).until).toBe(later(180_000));
    expect(observeVerification(calibration(), [sample(60)], others, later(60_000)).verdict).toBe('confirmed');
  });

  it('checks a no-change criterion from 30 s on, to the end of the watch', () => {
    const watch = calibration();
    const view = spacecraftView();
    expect(observeVerification(watch, [sample(29)], view, later(29_999))).toBe(watch);
    expect(verificationOf(watch)).not.toHaveProperty('observed');
    expect(observeVerification(watch, [sample(30)], view, later(30_000)).verdict).toBe('confirmed');
    expect(observeVerification(watch, [sample(180)], view, later(180_000)).verdict).toBe('confirmed');
    expect(observeVerification(watch, [sample(180)], view, later(180_001))).toMatchObject({
      verdict: 'not confirmed',
      observed: 'attitude deviation steady to 0.5°, but only after 3 min',
    });
  });

  it('looks at samples of its time only', () => {
    const view = spacecraftView();
    const bad = { attitudeStability: 9 };
    const seen = (...telemetry: readonly TelemetrySample[]) =>
      observeVerification(calibration(), telemetry, view, later(180_000)).verdict;
    expect(seen(sample(10))).toBe('confirmed');
    expect(seen(sample(10), sample(180, bad))).toBe('not confirmed');
    expect(seen(sample(10), sample(181, bad))).toBe('confirmed');
    expect(seen(sample(0))).toBe('not confirmed');
  });

  it('compares with the last whole sample before the command', () => {
    const odd = { attitudeStability: 3 };
    const telemetry = [
      sample(-10, odd),
      sample(0, { attitudeStability: 0.6 }),
      sample(0, { ...odd, temperature: Number.NaN }),
      sample(1, odd),
    ];
    expect(calibration({ telemetry }).base?.attitudeStability).toBe(0.6);
    expect(calibration({ telemetry: telemetry.slice(2) })).not.toHaveProperty('base');
  });

  it('observes nothing at the instant of the command', () => {
    const watch = calibration({ name: 'Enter Safe Mode' });
    const safe = spacecraftView({ mode: 'SAFE', loads: { ...base.loads, totalW: 0 } });
    expect(observeVerification(watch, [], safe, T0)).toBe(watch);
    expect(observeVerification(watch, [], safe, later(1)).verdict).toBe('confirmed');
  });

  it('reports for an evaluation more than 10 s late only what samples of its time show', () => {
    const watch = calibration();
    const worse = [sample(100, { attitudeStability: 2.4 })];
    const view = spacecraftView();
    const late = (telemetry: readonly TelemetrySample[], ms: number, of = watch) =>
      observeVerification(of, telemetry, view, later(ms)).observed;
    expect(late(worse, 190_000)).toBe('attitude deviation +2.00° after 3 min');
    expect(late([sample(100)], 190_000)).toMatch(/, but only after 3 min$/);
    expect(late(worse, 600_000)).toBe('attitude deviation +2.00° after 3 min');
    expect(late([sample(100)], 190_001)).toBe('nothing was received after 3 min');
    const louvre = calibration({
      name: 'Thermal Control',
      faults: ['louvre-open'],
      telemetry: Array.from({ length: 13 }, (_, index) => sample(5 * (index - 12))),
    });
    const level = Array.from({ length: 13 }, (_, index) => sample(5 * index + 200));
    expect(late(level, MS_PER_DAY, louvre)).toBe('bus temperature from +0.00 to +0.00 °C/min after 5 min');
    const misaligned = spacecraftView(off(8));
    const turning = calibration({ name: 'Rotate Antenna', view: misaligned });
    expect(observeVerification(turning, [sample(60)], misaligned, later(MS_PER_DAY)).observed).toBe(
      'no change in signal strength after 75 s',
    );
  });

  it('evaluates all watches together, with the same list while none has changed', () => {
    const watches = [calibration(), calibration({ commandId: 'd', name: 'Enter Safe Mode' })];
    const view = spacecraftView();
    expect(observeVerifications(watches, [sample(5)], view, later(5000))).toBe(watches);
    const observed = observeVerifications(watches, [sample(30)], view, later(30_000));
    expect(observed.map(({ commandId, verdict }) => [commandId, verdict])).toEqual([
      ['c', 'confirmed'],
      ['d', 'not confirmed'],
    ]);
    const [first, ...more] = observeVerifications(
      [calibration(), ...observed.slice(1)],
      [sample(35)],
      view,
      later(35_000),
    );
    expect(first?.verdict).toBe('confirmed');
    expect(more[0]).toBe(observed[1]);
  });

  it('keeps its time left when the clock moves back', () => {
    const concluded = watched({ name: 'Rotate Antenna' });
    const [moved, kept] = shiftVerifications([calibration(), concluded], -MS_PER_DAY);
    expect(moved).toEqual({
      ...calibration(),
      startTime: later(-MS_PER_DAY),
      until: later(180_000 - MS_PER_DAY),
    });
    expect(kept).toBe(concluded);
  });

  it('is kept for the latest 200 commands, in order', () => {
    const watch = watched({ name: 'Rotate Antenna' });
    const named = (number: number): Verification => ({ ...watch, commandId: `command-${number}` });
    let evidence: readonly CommandVerification[] = [];
    for (let number = 1; number <= 230; number++) evidence = gatherVerifications(evidence, [named(number)]);
    expect(evidence).toHaveLength(VERIFICATIONS_CAP);
    expect(evidence[0]?.commandId).toBe('command-31');
    const seen = gatherVerifications(evidence, [
      { ...named(40), verdict: 'confirmed', observed: 'all is well' },
    ]);
    expect(seen.map(({ commandId }) => commandId)).toEqual(evidence.map(({ commandId }) => commandId));
    expect(seen.filter((one, index) => one !== evidence[index])).toEqual([
      { ...verificationOf(named(40)), verdict: 'confirmed', observed: 'all is well' },
    ]);
  });
});

describe('any commands and observations', () => {
  it('the verification is complete, final by the end of the watch, and unchanged from then on', () => {
    const reading = fc.oneof(fc.double({ min: -100, max: 1000, noNaN: true }), fc.constant(Number.NaN));
    const samples = fc.array(
      fc.record({
        timestamp: fc.integer({ min: -100_000, max: 400_000 }).map((ms) => later(ms)),
        batteryVoltage: reading,
        solarOutput: reading,
        signalStrength: reading,
        temperature: reading,
        attitudeStability: reading,
      }),
      { maxLength: 20 },
    );
    const views = fc
      .record({
        light: fc.constantFrom(0, 1),
        mode: fc.constantFrom('NOMINAL' as const, 'SAFE' as const, 'SURVIVAL' as const),
        misalignment: fc.constantFrom(0, 3, 20),
        share: fc.constantFrom(0, 0.5, 1),
        part: fc.option(fc.constantFrom('array', 'bus', 'battery', 'wheels', 'sensors', 'antenna'), {
          nil: undefined,
        }),
      })
      .map(({ light, mode, misalignment, share, part }) =>
        spacecraftView({
          light,
          mode,
          ...off(misalignment),
          ...deployed(share),
          faults: part ? fault('Battery', part as SpacecraftPart) : [],
        }),
      );
    const times = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMAND_NAMES),
        samples,
        fc.array(views, { minLength: 1 }),
        times,
        (name, telemetry, seen, at) => {
          const view = seen[0] ?? spacecraftView();
          let watch = beginVerification({ commandId: 'c', name, time: T0, telemetry, view });
          expect(structuredClone(watch)).toEqual(watch);
          const sorted = [...at].sort((one, other) => one - other);
          for (const [index, ms] of [...sorted, 400_000].entries()) {
            const next = observeVerification(watch, telemetry, seen[index % seen.length] ?? view, later(ms));
            if (watch.verdict !== 'watching') expect(next).toBe(watch);
            if (next.verdict === 'watching') expect(next).toBe(watch);
            if (next.verdict === 'confirmed' && next !== watch)
              expect(later(ms)).toBeLessThanOrEqual(next.until);
            watch = next;
          }
          const { verdict, expected, observed = '' } = verificationOf(watch);
          expect(verdict).not.toBe('watching');
          for (const text of [expected, observed]) {
            expect(text).toMatch(/^\S.* (within|after) \d+ (s|min)/);
            expect(text).not.toMatch(/NaN|undefined|Infinity| {2}/);
            expect(text.length).toBeLessThanOrEqual(200);
          }
        },
      ),
      { numRuns: 1500, seed: 6 },
    );
  });
});
