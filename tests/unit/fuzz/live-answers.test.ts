import { describe, it } from 'vitest';
import {
  plainText,
  readAstronauts,
  readFailure,
  readIssPosition,
  readOrigin,
  readSatellitePositions,
} from '../../../src/shared/contract/live-answers.ts';
import type { Result } from '../../../src/shared/kit/result.ts';
import { readReplies } from '../../../src/worker/session/live-data/answers.ts';
import { fixAnswer, PEOPLE, samplesAnswer } from '../../support/fake-gateway.ts';
import { fuzz, insist, insistOnFinite, insistOnRange, insistOnWords } from '../../support/fuzz.ts';
import { mutateJson, mutateText } from '../../support/fuzz-mutations.ts';
import { T0 } from '../../support/mission.ts';

const GATEWAY = { source: 'N2YO', ageS: 12, isStale: true, error: 'N2YO did not answer within 4 s' };
const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

const FIXES = [
  fixAnswer(T0),
  { ...(fixAnswer(T0) as object), gateway: { ...GATEWAY, source: 'Open Notify' } },
  { iss_position: { latitude: -51.6, longitude: 359.9 }, timestamp: '1795176000' },
];
const CREWS = [
  { people: PEOPLE, number: 2, message: 'success' },
  { people: PEOPLE, number: 2, message: 'success', gateway: GATEWAY },
  { people: [] },
];
const { positions } = samplesAnswer(T0, 6);
const WINDOWS = [
  { info: { satname: 'SPACE STATION', satid: 25544, transactionscount: 1 }, positions, gateway: GATEWAY },
  { positions: positions.map(({ eclipsed: _eclipsed, ...sample }) => sample) },
];
const FAILURES = [
  { error: 'You exceeded the number of transactions allowed per hour' },
  { message: 'error', reason: 'Service temporarily unavailable' },
  { gateway: GATEWAY },
];

const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);

function checkText(text: unknown, longest: number, what: string): void {
  insist(typeof text === 'string' && isOneLine(text), `${what} is no line of text.`);
  insist(Array.from(String(text)).length <= longest, `${what} is too long.`);
}

function checked<T>(result: Result<T>, check: (value: T) => void): void {
  if (result.ok) {
    insistOnFinite(result.value);
    check(result.value);
  } else {
    insistOnWords(result.message);
    checkText(result.message, 300, 'The refusal');
  }
}

describe('a mutated response is read, or refused with a message:', () => {
  it('the position of Open Notify', () =>
    fuzz({
      runs: 500,
      corpus: FIXES,
      mutate: mutateJson,
      check: (json) =>
        checked(readIssPosition(json), ({ latitude, longitude, timestamp }) => {
          insistOnRange(latitude, -90, 90, 'The latitude');
          insistOnRange(longitude, -180, 180, 'The longitude');
          insistOnRange(timestamp, FIRST, LAST, 'The time');
        }),
    }));

  it('the people of Open Notify', () =>
    fuzz({
      runs: 500,
      corpus: CREWS,
      mutate: mutateJson,
      check: (json) =>
        checked(readAstronauts(json), (people) => {
          insist(people.length <= 200, 'There are too many people.');
          for (const { name, craft } of people) {
            checkText(name, 80, 'A name');
            checkText(craft, 80, 'A craft');
            insist(name !== '' && craft !== '', 'A text is empty.');
          }
        }),
    }));

  it('the positions of N2YO', () =>
    fuzz({
      runs: 500,
      corpus: WINDOWS,
      mutate: mutateJson,
      check: (json) =>
        checked(readSatellitePositions(json), (samples) => {
          let before = -Infinity;
          for (const sample of samples) {
            insistOnRange(sample.satlatitude, -90, 90, 'The latitude');
            insistOnRange(sample.satlongitude, -180, 180, 'The longitude');
            insistOnRange(sample.sataltitude, 80, 100_000, 'The altitude');
            insistOnRange(sample.azimuth, 0, 360, 'The azimuth');
            insistOnRange(sample.elevation, -90, 90, 'The elevation');
            insistOnRange(sample.ra, 0, 360, 'The right ascension');
            insistOnRange(sample.dec, -90, 90, 'The declination');
            insistOnRange(sample.timestamp, FIRST, LAST, 'The time');
            insist(typeof sample.eclipsed === 'boolean', 'Light is neither there nor not.');
            insist(sample.timestamp > before, 'The samples are not in the order of time.');
            before = sample.timestamp;
          }
        }),
    }));

  it('failure texts and origins', () =>
    fuzz({
      runs: 700,
      corpus: FAILURES,
      mutate: mutateJson,
      check(json) {
        const failure = readFailure(json);
        if (failure !== undefined) checkText(failure, 300, 'The failure');
        insist(failure !== '', 'The failure says nothing.');
        const origin = readOrigin(json);
        if (!origin) return;
        insistOnRange(origin.ageS, 0, Number.MAX_VALUE, 'The age');
        if (origin.error !== undefined) checkText(origin.error, 300, 'The error');
      },
    }));

  it('a complete round of calls at the mission', () =>
    fuzz({
      runs: 500,
      corpus: [{ issPosition: FIXES[1], astronauts: CREWS[1], satellitePositions: WINDOWS[0] }],
      mutate: mutateJson,
      check(json) {
        const round = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
        const reply = (call: string) => ({ ok: true, value: round[call] }) as const;
        const answers = readReplies(
          {
            issPosition: reply('issPosition'),
            astronauts: reply('astronauts'),
            satellitePositions: reply('satellitePositions'),
          },
          T0,
        );
        for (const answer of Object.values(answers)) {
          if (!answer.ok) insistOnWords(answer.message);
          else insistOnRange(answer.value.dataTime, -8.64e15, 8.64e15, 'The time of the data');
        }
      },
    }));
});

it('any text becomes one line of bounded length', () =>
  fuzz({
    runs: 700,
    corpus: ['Oleg Kononenko', 'Sultan Alneyadi سلطان النيادي', '<b>x</b>\u202e\u0007', '👩‍🚀 in space'],
    mutate: mutateText,
    check: (text) => checkText(plainText(text, 80), 80, 'The text'),
  }));
