import { type MissionSlices, SLICE_NAMES, type SliceName, type Snapshot } from '../shared/mission-control.ts';

/** The slices with new values put in; the very ones it was given if every value is the one held. */
export function reviseSlices(slices: Snapshot, values: Partial<MissionSlices>): Snapshot {
  let revised = slices;
  for (const name of SLICE_NAMES) {
    const { value: held, revision } = slices[name];
    const value = values[name] ?? held;
    if (value !== held) revised = { ...revised, [name]: { revision: revision + 1, value } };
  }
  return revised;
}

/** The slices of `next` that are not those of `previous`; all of them when there is no previous one. */
export function changedSlices(previous: Snapshot | undefined, next: Snapshot): Partial<Snapshot> {
  const changed = SLICE_NAMES.filter((name) => next[name] !== previous?.[name]);
  return Object.fromEntries(changed.map((name) => [name, next[name]]));
}

/** Slices that are new, or continue the numbers of earlier ones. */
export function openSlices(values: MissionSlices, revisions?: Readonly<Record<SliceName, number>>): Snapshot {
  const open = <T>(name: SliceName, value: T) => ({ revision: revisions?.[name] ?? 1, value });
  return {
    clock: open('clock', values.clock),
    telemetry: open('telemetry', values.telemetry),
    ephemerides: open('ephemerides', values.ephemerides),
    positions: open('positions', values.positions),
    contacts: open('contacts', values.contacts),
    realData: open('realData', values.realData),
    provenance: open('provenance', values.provenance),
    commands: open('commands', values.commands),
    timeline: open('timeline', values.timeline),
    anomalies: open('anomalies', values.anomalies),
    performance: open('performance', values.performance),
    log: open('log', values.log),
    spacecraft: open('spacecraft', values.spacecraft),
    evidence: open('evidence', values.evidence),
  };
}
