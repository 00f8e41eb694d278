import { parseArgs } from 'node:util';
import { MISSION_PROFILES, type MissionProfile } from '../shared/entities/mission-profile.ts';
import { isMissionTime } from '../shared/kit/mission-years.ts';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import { type EpochMs, epochMs } from '../shared/kit/units.ts';
import { LINK_PROFILES, type LinkProfile } from '../shared/packets/link.ts';
import { LOOPBACK, MOST_DATAGRAM_RATE, MOST_RATE } from './host.ts';

/** Distance of the ports of two spacecraft, so that a port says which one it is. */
export const PORT_STEP = 100;
const MOST_SPACECRAFT = 100;

export const USAGE = `npm run spacecraft -- [options]
  --seed 1            whole number: what is drawn by chance follows from it
  --start 2026-11-20T12:00:00Z
                      start of mission time, UTC; now if absent
  --profile specified how often faults are drawn: ${MISSION_PROFILES.join(', ')}
  --rate 1            mission time per time, at most ${MOST_RATE}
  --count 1           spacecraft in this process, with seeds and ports of their own: each adds 1 to the seed
                      and ${PORT_STEP} to the ports; at most ${MOST_SPACECRAFT}
  --recording file    keeps the mission in this file; a file that exists is continued
  --describe folder   writes the descriptions for ground systems with these ports, and ends
  --link open         when the link works: ${LINK_PROFILES.join(', ')}
  --udp               also datagrams: telemetry to ${LOOPBACK}, telecommands from it
  --tm-port 10015     port of telemetry, TCP; 0 for any free one
  --tc-port 10025     port of telecommands, TCP; 0 for any free one
  --control-port 10090
                      port of the control, HTTP, always on ${LOOPBACK}; 0 for any free one
  --bind ${LOOPBACK}    address to listen on; whoever reaches it commands the spacecraft`;

interface Ports {
  readonly telemetryPort: number;
  readonly telecommandPort: number;
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
  'tm-port': { type: 'string' },
  'tc-port': { type: 'string' },
  'control-port': { type: 'string' },
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

const isPort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 65_535;
const PORT = 'a port: a whole number of 0 to 65535';

/** An instant of UTC with its zone; without one its meaning would depend on the machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;
const startOf = (text: string): EpochMs | undefined => {
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return isMissionTime(time) ? epochMs(time) : undefined;
};

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
  const ports = { telemetryPort: telemetryPort.value, telecommandPort: telecommandPort.value };
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
  const startTime = given.start === undefined ? undefined : startOf(given.start);
  if (given.start !== undefined && startTime === undefined) {
    return failed(
      `--start ${given.start} is not an instant of the years 1970 to 2199 such as 2026-11-20T12:00:00Z.`,
    );
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
  if (hasDatagrams && rate.value > MOST_DATAGRAM_RATE) {
    return failed(
      `Datagrams are lost above ${MOST_DATAGRAM_RATE}x. Leave out --udp, or choose a lower --rate.`,
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
    controlPort: controlPort.value,
    bind,
    ...ports,
  });
}

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS }).values;
