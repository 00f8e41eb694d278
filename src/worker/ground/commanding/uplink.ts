import type { CommandName } from '../../../shared/entities/entities.ts';
import {
  type Antenna,
  type CommandVerification,
  LOW_GAIN_UPLINK_MS,
} from '../../../shared/entities/spacecraft.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';

/** An executed command in the uplink. Plain cloneable data. */
export interface UplinkedCommand {
  readonly commandId: string;
  readonly name: CommandName;
  /** Time of arrival on board over low gain; absent while waiting for a link. */
  readonly arrivalTime?: EpochMs;
  /** While waiting: time of the next link, if known. */
  readonly contactTime?: EpochMs;
}

/** In order of execution, which is the order of arrival. */
export type Uplink = readonly UplinkedCommand[];

export const NO_UPLINK: Uplink = [];

/** Link state as known on the ground. */
export interface LinkNow {
  readonly antenna: Antenna;
  readonly time: EpochMs;
  /** Without a link: time of the next one, if known. */
  readonly contactTime: EpochMs | undefined;
}

/**
 * Updates the uplink for the present link. Over low gain, commands are sent one after the other; one in transmission
 * when the link was lost is sent again. Returns the given list if nothing changes.
 */
export function followLink(uplink: Uplink, { antenna, time, contactTime }: LinkNow): Uplink {
  let free = time;
  const followed = uplink.map((command): UplinkedCommand => {
    const { commandId, name, arrivalTime } = command;
    if (antenna === 'none') {
      const isSame = arrivalTime === undefined && command.contactTime === contactTime;
      return isSame ? command : { commandId, name, ...(contactTime !== undefined && { contactTime }) };
    }
    if (arrivalTime !== undefined) {
      free = arrivalTime;
      return command;
    }
    free = addMs(free, LOW_GAIN_UPLINK_MS);
    return { commandId, name, arrivalTime: free };
  });
  return followed.some((command, index) => command !== uplink[index]) ? followed : uplink;
}

/**
 * Returns the commands that have arrived by an instant, with their arrival times; over high gain all arrive at once.
 */
export function arrivedBy(
  uplink: Uplink,
  antenna: Antenna,
  time: EpochMs,
): readonly { readonly command: UplinkedCommand; readonly time: EpochMs }[] {
  if (antenna === 'high') {
    return uplink.map((command) => ({
      command,
      time: Math.min(command.arrivalTime ?? time, time) as EpochMs,
    }));
  }
  return uplink.flatMap((command) =>
    command.arrivalTime !== undefined && command.arrivalTime <= time
      ? [{ command, time: command.arrivalTime }]
      : [],
  );
}

export function uplinkVerifications({
  commandId,
  arrivalTime,
  contactTime,
}: UplinkedCommand): CommandVerification {
  const expected = 'takes effect once it is on board';
  if (arrivalTime !== undefined) return { commandId, expected, verdict: 'sent', until: arrivalTime };
  return {
    commandId,
    expected,
    verdict: 'waiting',
    ...(contactTime !== undefined && { until: contactTime }),
  };
}

/** Shifts the uplink after the clock moved back; remaining times stay the same. */
export const shiftUplink = (uplink: Uplink, shiftMs: number): Uplink =>
  uplink.map(({ commandId, name, arrivalTime }) => ({
    commandId,
    name,
    ...(arrivalTime !== undefined && { arrivalTime: addMs(arrivalTime, shiftMs) }),
  }));
