import { parseArgs } from 'node:util';
import { MISSION_PROFILES, type MissionProfile } from '../shared/entities/mission-profile.ts';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import type { EpochMs } from '../shared/kit/units.ts';
import { LINK_PROFILES, type LinkProfile } from '../shared/packets/link.ts';
import { type FramePorts, LOOPBACK, MOST_DATAGRAM_RATE, MOST_RATE } from './host.ts';
import { INSTANT_TEXT, readInstant } from './instant.ts';

/** Distance of the ports of two spacecraft, so that a port says which one it is. */
export const PORT_STEP = 100;
const MOST_SPACECRAFT = 100;

/** Name of the variable of the environment that has the token. */
export const TOKEN_VARIABLE = 'SPACECRAFT_TOKEN';

export const USAGE = `npm run spacecraft -- [options]
  --seed 1            whole number: what is drawn by chance follows from it
  --start 2026-11-20T12:00:00Z
                      start of mission time, UTC; now if absent
  --profile specified how often faults are drawn: ${MISSION_PROFILES.join(', ')}
  --rate 1            mission seconds per second of wall-clock time, at most ${MOST_RATE}
  --count 1           spacecraft in this process, with seeds and ports of their own: each adds 1 to the seed
                      and ${PORT_STEP} to the ports; at most ${MOST_SPACECRAFT}
  --recording file    keeps the mission in this file; a file that exists is continued
  --describe folder   writes the descriptions for ground systems with these ports, and ends
  --link open         when the link works: ${LINK_PROFILES.join(', ')}
  --udp               also UDP, one packet in a datagram: telemetry is sent to ${LOOPBACK} on --tm-port,
                      telecommands are received on --tc-port; at most ${MOST_DATAGRAM_RATE}x
  --frames            also frames over UDP, one in a datagram: TM frames are sent to ${LOOPBACK} on --tm-frame-port,
                      TC frames are received on --tc-frame-port; at most ${MOST_DATAGRAM_RATE}x
  --tm-port 10015     port of telemetry, TCP; 0 for any free one
  --tc-port 10025     port of telecommands, TCP; 0 for any free one
  --tm-frame-port 10017, --tc-frame-port 10018
                      ports of frames, UDP
  --control-port 10090
                      port of the control, HTTP, always on ${LOOPBACK}; 0 for any free one
  --web-port 10080    port of WebSockets and history, for Open MCT and other pages; 0 for any free one
  --bind ${LOOPBACK}    address to listen on; --tc-port and --tc-frame-port take telecommands of anybody, and --web-port then
                      demands a token: the one in the variable ${TOKEN_VARIABLE}, or one that is drawn and printed`;

interface Ports {
  readonly telemetryPort: number;
  readonly telecommandPort: number;
  readonly webPort: number;
}

export type SpacecraftOptions =
  | { readonly kind: 'help' }
  | ({ readonly kind: 'describe'; readonly folder: string } & Ports)
  | ({
      readonly kind: 'fly';
      /** `undefined` if not given: the recording decides, or else the default. */
      readonly seed: number | undefined;
      readonly startTime: EpochMs | undefined;
      readonly profile: MissionProfile | undefined;
      readonly rate: number;
      readonly count: number;
      readonly recording: string | undefined;
      readonly link: LinkProfile | undefined;
      readonly hasDatagrams: boolean;
      readonly framePorts: FramePorts | undefined;
      readonly controlPort: number;
      readonly bind: string;
    } & Ports);

const OPTIONS = {
  help: { type: 'boolean' },
  seed: { type: 'string' },
  start: { type: 'string' },
  profile: { type: 'string' },
  rate: { type: 'string' },
  count: { type: 'string' },
  recording: { type: 'string' },
  describe: { type: 'string' },
  link: { type: 'string' },
  udp: { type: 'boolean' },
  frames: { type: 'boolean' },
  'tm-frame-port': { type: 'string' },
  'tc-frame-port': { type: 'string' },
  'tm-port': { type: 'string' },
  'tc-port': { type: 'string' },
  'control-port': { type: 'string' },
  'web-port': { type: 'string' },
  bind: { type: 'string' },
} as const;

/** Reads a number from an option, `fallback` if it is absent. */
function numberIn<Absent>(
  name: string,
  text: string | undefined,
  fallback: Absent,
  isValid: (value: number) => boolean,
  what: string,
): Result<number | Absent> {
  if (text === undefined) return succeeded(fallback);
  const value = Number(text);
  return text.trim() !== '' && isValid(value)
    ? succeeded(value)
    : failed(`--${name} ${text} is not ${what}.`);
}

const LAST_PORT = 65_535;
const isPort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= LAST_PORT;
const PORT = 'a port: a whole number of 0 to 65535';

/** Returns why some spacecraft cannot have their ports; `undefined` if they can. The system chooses those that are 0. */
function portConflict(first: Readonly<Record<string, number>>, count: number): string | undefined {
  const chosen = Object.entries(first).filter(([, port]) => port !== 0);
  const step = (count - 1) * PORT_STEP;
  for (const [index, [option, port]] of chosen.entries()) {
    if (port + step > LAST_PORT) {
      return `--${option} ${port} is too high for ${count} spacecraft: the last one would have port ${port + step}, and there are ${LAST_PORT}.`;
    }
    const same = chosen
      .slice(index + 1)
      .find(([, other]) => Math.abs(other - port) % PORT_STEP === 0 && Math.abs(other - port) <= step);
    if (same) {
      return `--${option} ${port} and --${same[0]} ${same[1]} lead to the same port. Choose ports that differ.`;
    }
  }
  return undefined;
}

/** Reads the options of the command line; a failure says what is wrong with which of them. */
export function readOptions(args: readonly string[]): Result<SpacecraftOptions> {
  let given: ReturnType<typeof parse>;
  try {
    given = parse(args);
  } catch (error) {
    return failed(`${(error as Error).message}\n\n${USAGE}`);
  }
  if (given.help) return succeeded({ kind: 'help' });

  const telemetryPort = numberIn('tm-port', given['tm-port'], 10_015, isPort, PORT);
  if (!telemetryPort.ok) return telemetryPort;
  const telecommandPort = numberIn('tc-port', given['tc-port'], 10_025, isPort, PORT);
  if (!telecommandPort.ok) return telecommandPort;
  const webPort = numberIn('web-port', given['web-port'], 10_080, isPort, PORT);
  if (!webPort.ok) return webPort;
  const ports = {
    telemetryPort: telemetryPort.value,
    telecommandPort: telecommandPort.value,
    webPort: webPort.value,
  };
  if (given.describe !== undefined) return succeeded({ kind: 'describe', folder: given.describe, ...ports });

  const seed = numberIn('seed', given.seed, undefined, Number.isSafeInteger, 'a whole number');
  if (!seed.ok) return seed;
  const isRate = (value: number): boolean => value > 0 && value <= MOST_RATE;
  const rate = numberIn('rate', given.rate, 1, isRate, `a rate above 0 and up to ${MOST_RATE}`);
  if (!rate.ok) return rate;
  const isCount = (value: number): boolean =>
    Number.isInteger(value) && value >= 1 && value <= MOST_SPACECRAFT;
  const count = numberIn('count', given.count, 1, isCount, `a whole number of 1 to ${MOST_SPACECRAFT}`);
  if (!count.ok) return count;
  if (count.value > 1 && given.recording !== undefined) {
    return failed('A recording keeps one spacecraft. Leave out --recording or --count.');
  }
  const controlPort = numberIn('control-port', given['control-port'], 10_090, isPort, PORT);
  if (!controlPort.ok) return controlPort;
  const frames = framePortsIn(given);
  if (!frames.ok) return frames;
  const conflict = portConflict(
    {
      'tm-port': telemetryPort.value,
      'tc-port': telecommandPort.value,
      'control-port': controlPort.value,
      'web-port': webPort.value,
      ...(frames.value && {
        'tm-frame-port': frames.value.telemetry,
        'tc-frame-port': frames.value.telecommands,
      }),
    },
    count.value,
  );
  if (conflict !== undefined) return failed(conflict);
  const startTime = given.start === undefined ? undefined : readInstant(given.start);
  if (given.start !== undefined && startTime === undefined) {
    return failed(`--start ${given.start} is not ${INSTANT_TEXT}.`);
  }
  const profile = MISSION_PROFILES.find((one) => one === given.profile);
  if (given.profile !== undefined && !profile) {
    return failed(`There is no profile ${given.profile}. Choose one of ${MISSION_PROFILES.join(', ')}.`);
  }
  const link = LINK_PROFILES.find((one) => one === given.link);
  if (given.link !== undefined && !link)
    return failed(
      `There is no profile ${given.link} of the link. Choose one of ${LINK_PROFILES.join(', ')}.`,
    );
  const { recording, udp: hasDatagrams = false, bind = LOOPBACK } = given;
  if ((hasDatagrams || frames.value) && rate.value > MOST_DATAGRAM_RATE) {
    return failed(
      `Datagrams are lost above ${MOST_DATAGRAM_RATE}x. Leave out --${hasDatagrams ? 'udp' : 'frames'}, or choose a lower --rate.`,
    );
  }
  return succeeded({
    kind: 'fly',
    seed: seed.value,
    startTime,
    profile,
    rate: rate.value,
    count: count.value,
    recording,
    link,
    hasDatagrams,
    framePorts: frames.value,
    controlPort: controlPort.value,
    bind,
    ...ports,
  });
}

/**
 * Returns the ports of frames; `undefined` without `--frames`, which a port of theirs requires. Nothing can be sent to
 * port 0.
 */
function framePortsIn(given: ReturnType<typeof parse>): Result<FramePorts | undefined> {
  if (!given.frames) {
    const option = (['tm-frame-port', 'tc-frame-port'] as const).find((name) => given[name] !== undefined);
    return option === undefined
      ? succeeded(undefined)
      : failed(`--${option} is a port of frames. Add --frames, or leave it out.`);
  }
  const isTarget = (value: number): boolean => isPort(value) && value > 0;
  const telemetry = numberIn(
    'tm-frame-port',
    given['tm-frame-port'],
    10_017,
    isTarget,
    'a port: a whole number of 1 to 65535',
  );
  if (!telemetry.ok) return telemetry;
  const telecommands = numberIn('tc-frame-port', given['tc-frame-port'], 10_018, isPort, PORT);
  if (!telecommands.ok) return telecommands;
  return succeeded({ telemetry: telemetry.value, telecommands: telecommands.value });
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS }).values;
