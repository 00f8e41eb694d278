import { describe, expect, it } from 'vitest';
import { readPositionsQuery } from '../../../src/gateway/query.ts';
import { readGatewaySettings } from '../../../src/gateway/settings.ts';
import { plainText, readAstronauts, readIssPosition } from '../../../src/shared/contract/live-answers.ts';
import { ORBITAL_ELEMENTS } from '../../../src/shared/entities/satellites.ts';
import { parseUtc } from '../../../src/shared/kit/utc-text.ts';
import { readOmm, readTle } from '../../../src/shared/orbit/elements.ts';
import { readElements } from '../../../src/shared/orbit/elements-text.ts';
import { initialOperatorState } from '../../../src/worker/mission/initial-state/sample-data.ts';
import { queueCommand } from '../../../src/worker/mission/operations/commands.ts';
import { readEventDraft } from '../../../src/worker/mission/operations/timeline.ts';
import { T0 } from '../../support/mission.ts';

/**
 * Length of the longest answer that is read at all. Quadratic time would take many minutes, far beyond the test's time
 * limit: no other limit is needed.
 */
const LENGTH = 1_000_000;

const PIECES = ['1', ' ', '.', '-', '0.', '1e', '\n', '\t ', 'a', '\u202E', '\u00AD', '/', ':', '2026-'];
const ENDS = ['', 'x', '!', '\u0000'];
const TEXTS = PIECES.flatMap((piece) =>
  ENDS.map((end) => piece.repeat(Math.ceil(LENGTH / piece.length)) + end),
);

const { commands } = initialOperatorState(T0, 1);
const event = { title: 'T', startTime: '2026-11-20T12:00', endTime: '2026-11-20T13:00' };

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'an instant': parseUtc,
  'a name': (text) => plainText(text, 80),
  'a position': (text) =>
    readIssPosition({ iss_position: { latitude: text, longitude: text }, timestamp: text }),
  'a crew': (text) => readAstronauts({ people: [{ name: text, craft: text }] }),
  'a number of elements': (text) => readOmm({ ...ORBITAL_ELEMENTS.iss, MEAN_MOTION: text }),
  'the epoch of elements': (text) => readOmm({ ...ORBITAL_ELEMENTS.iss, EPOCH: text }),
  'the name of elements': (text) => readOmm({ ...ORBITAL_ELEMENTS.iss, OBJECT_NAME: text, OBJECT_ID: text }),
  'two lines': (text) => readTle(text, text, text),
  'elements in XML': (text) => readElements(`<omm>${text}`),
  'a question to the gateway': (text) =>
    readPositionsQuery((name) => (name === 'endpoint' ? 'positions' : text)),
  'a setting': (text) => readGatewaySettings({ N2YO_URL: text, ALLOWED_ORIGINS: text, TRUST_PROXY: text }),
  'a command': (text) => queueCommand(commands, { name: text, scheduledTime: text, priority: text }, T0),
  'an event': (text) => readEventDraft({ ...event, title: text, description: text }),
};

describe('a text of a million characters is read, or refused, without delay as', () => {
  it.each(Object.entries(READERS))('%s', (_what, read) => {
    for (const text of TEXTS) expect(() => read(text), `${text.slice(0, 8)}…${text.slice(-3)}`).not.toThrow();
  });
});
