import { describe, expect, it } from 'vitest';
import type { Advice } from '../../../../../src/shared/entities/advice.ts';
import type { CommandName } from '../../../../../src/shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import type { KeptState } from '../../../../../src/worker/mission/keyframe.ts';
import type { Session } from '../../../../../src/worker/session/session.ts';
import type { SpacecraftState } from '../../../../../src/worker/spacecraft/model.ts';
import {
  later,
  OVER_AT_ONCE,
  resumeOf,
  resumeWith,
  startMission,
  startUneventfulMission,
  T0,
  withSpacecraft,
} from '../../../../support/mission.ts';
import { startScenario } from '../../../../support/scenario.ts';

const adviceIn = (mission: Session): Advice => mission.snapshot().advice.value;

function execute(mission: Session, name: CommandName): void {
  const sent = mission.control.sendCommand({ name });
  if (!sent.ok) throw new Error(sent.message);
}

/** Returns the mission with a changed spacecraft. */
const changed = (mission: Session, told: Partial<SpacecraftState>): Session =>
  startMission({
    profile: 'none',
    planFault: OVER_AT_ONCE,
    resume: resumeWith(mission, (state: KeptState) => ({
      ...state,
      telemetry: withSpacecraft(state.telemetry, told),
    })),
  });

/** Returns a mission in safe mode, whose command has just been executed. */
function inSafeMode(): Session {
  const mission = startUneventfulMission();
  execute(mission, 'Enter Safe Mode');
  return mission;
}

describe('the advice on safe mode', () => {
  it('is absent in NOMINAL', () => {
    expect(adviceIn(startUneventfulMission()).safeMode).toBeUndefined();
  });

  it('names the command that ends it, and suggests it only once Enter Safe Mode is over', () => {
    const mission = inSafeMode();
    const end = later(300 * MS_PER_S);
    expect(adviceIn(mission).safeMode).toEqual({
      command: 'Attitude Adjustment',
      waitsFor: 'recovery',
      until: end,
    });
    mission.advanceTo(later(5 * MS_PER_S, end));
    expect(adviceIn(mission).safeMode).toEqual({ command: 'Attitude Adjustment' });
  });

  it.each([
    ['charge', { soc: 0.54 }],
    ['voltage', { busVoltage: 21.9 }],
    ['link', { antenna: 'none', link: 'none' }],
  ] as const)('waits for the %s', (waitsFor, told) => {
    const mission = inSafeMode();
    mission.advanceTo(later(10 * MS_PER_MIN));
    expect(adviceIn(changed(mission, told)).safeMode).toEqual({ command: 'Attitude Adjustment', waitsFor });
  });

  it('waits for a fault that its command could worsen: the card of that fault says to avoid it', () => {
    const { mission, inject, flyTo, time } = startScenario(1, T0);
    execute(mission, 'Enter Safe Mode');
    inject('antenna-off');
    flyTo(addMs(time(), 10 * MS_PER_MIN));
    expect(mission.snapshot().spacecraft.value?.mode).toBe('SAFE');
    expect(adviceIn(mission).safeMode).toEqual({
      command: 'Attitude Adjustment',
      waitsFor: 'fault',
      fault: 'Signal',
    });
    execute(mission, 'Rotate Antenna');
    flyTo(addMs(time(), 10 * MS_PER_MIN));
    expect(adviceIn(mission).safeMode?.waitsFor).not.toBe('fault');
  });

  it('waits for no lesser fault where the card of a worse one suggests the command', () => {
    const { mission, inject, flyTo, time } = startScenario(1, T0);
    execute(mission, 'Enter Safe Mode');
    inject('antenna-off');
    flyTo(addMs(time(), 10 * MS_PER_MIN));
    expect(adviceIn(mission).safeMode?.waitsFor).toBe('fault');
    inject('wheel-failing');
    flyTo(addMs(time(), 2 * MS_PER_MIN));
    const suggested = mission.snapshot().anomalies.value.map(({ suggestedAction }) => suggestedAction);
    expect(suggested).toContain('Attitude Adjustment');
    expect(adviceIn(mission).safeMode).toEqual({ command: 'Attitude Adjustment' });
  });

  it('is taken back once its command is sent, and over once that has ended safe mode', () => {
    const mission = inSafeMode();
    mission.advanceTo(later(10 * MS_PER_MIN));
    expect(adviceIn(mission).safeMode?.waitsFor).toBeUndefined();
    execute(mission, 'Attitude Adjustment');
    expect(adviceIn(mission).safeMode).toMatchObject({
      waitsFor: 'exit',
      until: later(11.5 * MS_PER_MIN),
    });
    mission.advanceTo(later(12 * MS_PER_MIN));
    expect(mission.snapshot().spacecraft.value?.mode).toBe('NOMINAL');
    expect(adviceIn(mission).safeMode).toBeUndefined();
  });
});

describe('the offer of a downlink', () => {
  /** Advances to the first sample with an offered command, from an instant on. */
  function untilOffered(mission: Session, from: EpochMs = T0): EpochMs {
    for (let time = from; time < later(6 * MS_PER_H); time = later(5 * MS_PER_S, time)) {
      mission.advanceTo(time);
      if (adviceIn(mission).downlink) return time;
    }
    throw new Error('no offer');
  }

  it('comes in a pass, with its station and LOS', () => {
    const mission = startUneventfulMission();
    const time = untilOffered(mission);
    const offer = adviceIn(mission).downlink;
    const { value: contacts } = mission.snapshot().contacts;
    const found = contacts.satellites.orbita;
    if (!found.ok) throw new Error(found.message);
    const over = found.value.stations.flatMap(({ station, passes }) =>
      passes.filter(({ aos, los }) => aos <= time && los > time).map(({ los }) => [station.name, los]),
    );
    expect(over).toContainEqual([offer?.station, offer?.until]);
    expect(offer?.command).toBe('Data Downlink');
    expect(mission.snapshot().spacecraft.value?.radio.stationName).toBe(offer?.station);
  });

  it('comes two minutes before AOS, so that no part of the pass is lost', () => {
    const mission = startUneventfulMission();
    mission.advanceTo(later(10 * MS_PER_MIN)); // after the pass in which the mission starts
    const time = untilOffered(mission, later(10 * MS_PER_MIN));
    const ahead = (adviceIn(mission).downlink?.from ?? T0) - time;
    expect(ahead).toBeGreaterThan(115 * MS_PER_S);
    expect(ahead).toBeLessThanOrEqual(120 * MS_PER_S);
  });

  it('forecasts what the command brings beside the usual downlink, to 10 MB', () => {
    const [sent, idle] = [startUneventfulMission(), startUneventfulMission()];
    untilOffered(sent);
    idle.advanceTo(untilOffered(idle));
    const offer = adviceIn(sent).downlink;
    if (!offer) throw new Error('no offer');
    execute(sent, 'Data Downlink');
    const downlinked = (mission: Session): number => {
      mission.advanceTo(offer.until);
      return mission.snapshot().spacecraft.value?.data.downlinkedMb ?? Number.NaN;
    };
    const gain = downlinked(sent) - downlinked(idle);
    expect(gain).toBeGreaterThan(50);
    expect(Math.abs(gain - offer.expectedMb)).toBeLessThan(15);
  });

  it('warns of no limit that the signal is below without the command too', () => {
    const mission = startUneventfulMission();
    const time = untilOffered(mission, later(10 * MS_PER_MIN));
    const weak = startMission({ profile: 'none' });
    weak.apply({ kind: 'fault', inject: 'receiver-detuned', course: 'lasting' });
    weak.advanceTo(time);
    expect(adviceIn(weak).downlink).toBeDefined();
    expect(adviceIn(weak).downlink?.signalLimit).toBeUndefined();
  });

  it.each([
    { limit: 50, fault: undefined },
    { limit: 40, fault: 'antenna-off' },
  ] as const)(
    'warns of a signal below $limit % by the command, with the fault $fault',
    ({ limit, fault }) => {
      const mission = startMission({ profile: 'none' });
      if (fault) mission.apply({ kind: 'fault', inject: fault, course: 'lasting' });
      const time = untilOffered(mission, later(10 * MS_PER_MIN));
      const offer = adviceIn(mission).downlink;
      if (!offer) throw new Error('no offer');
      expect(offer.signalLimit).toBe(limit);
      execute(mission, 'Data Downlink');
      mission.advanceTo(offer.until);
      const inPass = mission.snapshot().telemetry.value.filter(({ timestamp }) => timestamp > time);
      expect(Math.min(...inPass.map(({ signalStrength }) => signalStrength))).toBeLessThan(limit);
    },
  );

  it('is taken back once its command is sent, and over with the pass', () => {
    const [sent, idle] = [startUneventfulMission(), startUneventfulMission()];
    untilOffered(sent);
    untilOffered(idle);
    const until = adviceIn(idle).downlink?.until ?? T0;
    execute(sent, 'Data Downlink');
    expect(adviceIn(sent).downlink).toBeUndefined();
    idle.advanceTo(later(10 * MS_PER_S, until));
    expect(adviceIn(idle).downlink).toBeUndefined();
  });

  it('is not made while a known fault would get worse by it', () => {
    const mission = startMission({ profile: 'none' });
    const time = untilOffered(mission);
    const broken = startMission({ profile: 'none' });
    broken.advanceTo(later(-60 * MS_PER_S, time));
    broken.apply({ kind: 'fault', inject: 'heater-stuck-on', course: 'lasting' });
    broken.advanceTo(time);
    expect(adviceIn(broken).downlink).toBeUndefined();
  });

  it('is not made without data to send', () => {
    const mission = startUneventfulMission();
    untilOffered(mission);
    expect(adviceIn(changed(mission, { storedMb: 0 })).downlink).toBeUndefined();
  });
});

it('the advice is the same object while nothing of it changes, and the same in a resumed mission', () => {
  const mission = inSafeMode();
  mission.advanceTo(later(10 * MS_PER_MIN));
  const advice = adviceIn(mission);
  mission.advanceTo(later(11 * MS_PER_MIN));
  expect(adviceIn(mission)).toBe(advice);
  expect(adviceIn(startMission({ resume: resumeOf(mission) }))).toEqual(advice);
});
