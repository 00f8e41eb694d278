import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../src/spacecraft-host/options.ts';

const messageOf = (...args: readonly string[]): string => {
  const options = readOptions(args);
  return options.ok ? '' : options.message;
};

describe('the options of the spacecraft', () => {
  it('have the ports of the Yamcs quickstart, loopback and real time by default', () =>
    expect(readOptions([])).toEqual({
      ok: true,
      value: {
        kind: 'fly',
        seed: undefined,
        startTime: undefined,
        profile: undefined,
        rate: 1,
        count: 1,
        recording: undefined,
        link: undefined,
        hasDatagrams: false,
        telemetryPort: 10_015,
        telecommandPort: 10_025,
        controlPort: 10_090,
        webPort: 10_080,
        bind: '127.0.0.1',
      },
    }));

  it('are read', () =>
    expect(
      readOptions([
        ...['--seed', '7', '--start', '2026-11-20T12:00:00Z', '--profile', 'none', '--rate', '0.5', '--udp'],
        ...['--recording', 'a.jsonl', '--tm-port', '0', '--tc-port', '65535', '--bind', '0.0.0.0'],
      ]),
    ).toMatchObject({
      value: {
        seed: 7,
        startTime: Date.UTC(2026, 10, 20, 12),
        profile: 'none',
        rate: 0.5,
        recording: 'a.jsonl',
        hasDatagrams: true,
        telemetryPort: 0,
        telecommandPort: 65_535,
        bind: '0.0.0.0',
      },
    }));

  it('may leave ports to the system, and have them side by side', () => {
    const free = ['--tm-port', '0', '--tc-port', '0', '--control-port', '0', '--web-port', '0'];
    expect(messageOf(...free, '--count', '100')).toBe('');
    expect(messageOf('--tm-port', '10225', '--count', '2')).toBe('');
    expect(messageOf('--tm-port', '65435', '--count', '2')).toBe('');
  });

  it('choose the ports of frames', () => {
    expect(readOptions(['--frames'])).toMatchObject({
      value: { framePorts: { telemetry: 10_017, telecommands: 10_018 } },
    });
    expect(readOptions(['--frames', '--tm-frame-port', '1', '--tc-frame-port', '0'])).toMatchObject({
      value: { framePorts: { telemetry: 1, telecommands: 0 } },
    });
    expect(readOptions([])).toMatchObject({ value: { framePorts: undefined } });
  });

  it('describe with the ports in use', () =>
    expect(readOptions(['--describe', 'out', '--tm-port', '1'])).toMatchObject({
      value: { kind: 'describe', folder: 'out', telemetryPort: 1, telecommandPort: 10_025, webPort: 10_080 },
    }));

  it.each([
    [['--seed', '1.5'], '--seed 1.5 is not a whole number.'],
    [['--seed', ''], '--seed  is not a whole number.'],
    [['--rate', '0'], '--rate 0 is not a rate above 0 and up to 3600.'],
    [['--rate', '3601'], '--rate 3601 is not a rate above 0 and up to 3600.'],
    [['--tc-port', '65536'], '--tc-port 65536 is not a port: a whole number of 0 to 65535.'],
    [['--profile', 'wild'], 'There is no profile wild. Choose one of specified, calm, hard, none.'],
    [
      ['--start', '2026-11-20T12:00'],
      '--start 2026-11-20T12:00 is not an instant of the years 1970 to 2199 such as 2026-11-20T12:00:00Z.',
    ],
    [
      ['--start', '2026-13-20T12:00Z'],
      '--start 2026-13-20T12:00Z is not an instant of the years 1970 to 2199 such as 2026-11-20T12:00:00Z.',
    ],
    [
      ['--start', '2026-02-30T12:00:00Z'],
      '--start 2026-02-30T12:00:00Z is not an instant of the years 1970 to 2199 such as 2026-11-20T12:00:00Z.',
    ],
    [['--count', '0'], '--count 0 is not a whole number of 1 to 100.'],
    [
      ['--count', '2', '--recording', 'a'],
      'A recording keeps one spacecraft. Leave out --recording or --count.',
    ],
    [
      ['--tm-port', '10025'],
      '--tm-port 10025 and --tc-port 10025 lead to the same port. Choose ports that differ.',
    ],
    [
      ['--tc-port', '10190', '--count', '2'],
      '--tc-port 10190 and --control-port 10090 lead to the same port. Choose ports that differ.',
    ],
    [
      ['--tm-port', '65000', '--count', '7'],
      '--tm-port 65000 is too high for 7 spacecraft: the last one would have port 65600, and there are 65535.',
    ],
    [
      ['--web-port', '10290', '--count', '3'],
      '--control-port 10090 and --web-port 10290 lead to the same port. Choose ports that differ.',
    ],
    [['--link', 'radio'], 'There is no profile radio of the link. Choose one of open, network, stations.'],
    [['--tm-frame-port', '10017'], '--tm-frame-port is a port of frames. Add --frames, or leave it out.'],
    [['--tc-frame-port', '10018'], '--tc-frame-port is a port of frames. Add --frames, or leave it out.'],
    [['--frames', '--tm-frame-port', '0'], '--tm-frame-port 0 is not a port: a whole number of 1 to 65535.'],
    [
      ['--frames', '--tc-frame-port', '10115', '--count', '2'],
      '--tm-port 10015 and --tc-frame-port 10115 lead to the same port. Choose ports that differ.',
    ],
    [
      ['--frames', '--rate', '61'],
      'Datagrams are lost above 60x. Leave out --frames, or choose a lower --rate.',
    ],
    [['--udp', '--rate', '61'], 'Datagrams are lost above 60x. Leave out --udp, or choose a lower --rate.'],
  ])('%j are refused with a reason', (args, message) => expect(messageOf(...args)).toBe(message));

  it('that are unknown are refused with the list of all', () => {
    expect(messageOf('--speed', '3')).toContain("Unknown option '--speed'");
    expect(messageOf('--speed', '3')).toContain('--rate 1 ');
  });
});
