import { antimeridianCrossing, createSky, type Sky } from './sky.ts';
import { syntheticElements } from './synthetic-fleet.ts';

/** Answers of the outside services, valid and invalid. */

/** Services of the live data. */
export const KINDS = ['position', 'astros', 'n2yo', 'celestrak'] as const;
/** Services of the live data, and CelesTrak's groups and searches. */
export type Kind = (typeof KINDS)[number] | 'elements';

export const BEHAVIOURS = [
  'good',
  // Unusual answers that must be accepted.
  'strings', // numbers where texts are usual and vice versa
  'no-eclipsed',
  'one-sample',
  'unordered', // and repeated
  'antimeridian',
  'old-1s',
  'wrong-number',
  'empty-list',
  'older', // than the last one
  'markup',
  'long-names',
  // Answers without data.
  'error-200',
  'error-4xx',
  'no-samples',
  'unknown-satellite',
  'far-samples', // all but the first three are dated 2099
  'missing-second',
  'too-many-samples',
  'old-10min',
  'future',
  '503-json',
  '403-text',
  '403-blocked',
  '200-text',
  'html',
  'empty',
  'cut-json',
  'nan',
  'latitude-400',
  'echo-key', // in the text of an error
  // The network.
  'hang',
  'slow-12s',
  'reset',
  'huge',
  'redirect',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Moment {
  readonly now: number;
  /** Path of the call. */
  readonly path: string;
  readonly aheadDegrees: number;
}

const CREW = [
  ['ISS', 'Oleg Kononenko'],
  ['ISS', 'Nikolai Chub'],
  ['ISS', 'Tracy Caldwell Dyson'],
  ['ISS', 'Sultan Alneyadi سلطان النيادي'],
  ['Tiangong', 'Li Guangsu'],
  ['Tiangong', 'Ye Guangfu 叶光富'],
].map(([craft, name]) => ({ craft, name }));

const QUOTA = 'You exceeded the number of transactions allowed per hour';
const BLOCKED = 'GP data has not updated since your last successful download of GROUP=stations at 12:00 UTC.';

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});
const text = (body: string, status = 200): Answer => ({ status, type: 'text/plain', body });

const DAY_MS = 86_400_000;
const skies = new Map<number, { readonly madeAt: number; readonly sky: Sky }>();

function skyAt({ now, aheadDegrees }: Moment): Sky {
  const kept = skies.get(aheadDegrees);
  if (kept && Math.abs(now - kept.madeAt) < DAY_MS) return kept.sky;
  const sky = createSky(now, aheadDegrees);
  skies.set(aheadDegrees, { madeAt: now, sky });
  return sky;
}

/** Returns failures common to all services. */
function commonFault(kind: Kind, behaviour: Behaviour, path: string): Answer | undefined {
  const words = kind === 'celestrak' || kind === 'elements' ? BLOCKED : QUOTA;
  switch (behaviour) {
    case 'error-200':
      return json({ error: words });
    case 'error-4xx':
      return json({ error: words }, 429);
    case '503-json':
      return json({ message: 'error', reason: 'Service temporarily unavailable' }, 503);
    case '403-text':
      return text(BLOCKED, 403);
    case '403-blocked':
      return text('Forbidden', 403);
    case '200-text':
      return text(BLOCKED);
    case 'html':
      return {
        status: 200,
        type: 'text/html',
        body: '<!doctype html><title>Down for maintenance</title><script>alert(1)</script>',
      };
    case 'empty':
      return text('');
    case 'echo-key':
      return json({ error: `Bad request: ${path}` }, 400);
    default:
      return undefined;
  }
}

function positionAnswer(behaviour: Behaviour, moment: Moment): Answer {
  const ages: Partial<Record<Behaviour, number>> = {
    'old-1s': 1000,
    'old-10min': 601_000,
    older: 20_000,
    future: -3_600_000,
  };
  const time = moment.now - (ages[behaviour] ?? 0);
  const { satlatitude, satlongitude } = skyAt(moment).sample(time);
  const place: Record<string, unknown> =
    behaviour === 'strings'
      ? { latitude: satlatitude, longitude: satlongitude }
      : { latitude: Number(satlatitude).toFixed(4), longitude: Number(satlongitude).toFixed(4) };
  if (behaviour === 'nan') place.latitude = 'NaN';
  if (behaviour === 'latitude-400') place.latitude = '400.0000';
  // In the other hemisphere: the station itself passes every place within its inclination.
  if (behaviour === 'antimeridian')
    Object.assign(place, {
      latitude: Number(satlatitude) > 0 ? '-12.5000' : '12.5000',
      longitude: '-179.9999',
    });
  if (behaviour === 'markup') place.longitude = '<img src=x onerror=alert(1)>';
  return json({ iss_position: place, message: 'success', timestamp: Math.floor(time / 1000) });
}

function astrosAnswer(behaviour: Behaviour): Answer {
  const crew: Record<string, unknown>[] = CREW.map((person) => ({ ...person }));
  if (behaviour === 'markup')
    Object.assign(crew[0] ?? {}, { name: '<b onclick="alert(1)">Oleg</b>\u202e\u0007' });
  if (behaviour === 'long-names') Object.assign(crew[0] ?? {}, { name: 'x'.repeat(10_000) });
  if (behaviour === 'nan') Object.assign(crew[0] ?? {}, { name: null });
  const people = behaviour === 'empty-list' ? [] : crew;
  const number = behaviour === 'wrong-number' ? 99 : people.length;
  return json({ people, number, message: 'success' });
}

function n2yoAnswer(behaviour: Behaviour, moment: Moment): Answer {
  const sky = skyAt(moment);
  const starts: Partial<Record<Behaviour, number>> = {
    'old-1s': -1000,
    'old-10min': -601_000,
    future: 3_600_000,
  };
  const start = moment.now + (starts[behaviour] ?? 0);
  const count =
    behaviour === 'one-sample'
      ? 1
      : behaviour === 'no-samples'
        ? 0
        : behaviour === 'too-many-samples'
          ? 600
          : 300;
  let positions = Array.from({ length: count }, (_, second) => sky.sample(start + 1000 * second));
  if (behaviour === 'antimeridian') {
    // The same seconds, around an antimeridian crossing.
    const crossing = antimeridianCrossing(sky, moment.now) - 150_000;
    positions = positions.map(({ timestamp }, second) => ({
      ...sky.sample(crossing + 1000 * second),
      timestamp,
    }));
  }
  if (behaviour === 'far-samples') {
    positions = positions.map((sample, second) =>
      second < 3 ? sample : { ...sample, timestamp: Date.UTC(2099, 0) / 1000 + second },
    );
  }
  if (behaviour === 'missing-second') positions = positions.toSpliced(150, 1);
  if (behaviour === 'no-eclipsed') positions = positions.map(({ eclipsed: _, ...sample }) => sample);
  if (behaviour === 'unordered') positions = [...positions.slice(150), ...positions.slice(0, 160)].reverse();
  if (behaviour === 'strings') {
    const asText = (value: unknown) => (typeof value === 'number' ? value.toFixed(8) : value);
    positions = positions.map((sample) =>
      Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, asText(value)])),
    );
  }
  if (behaviour === 'nan') Object.assign(positions[7] ?? {}, { satlongitude: 'NaN' });
  if (behaviour === 'latitude-400') Object.assign(positions[7] ?? {}, { satlatitude: 400 });
  const satname = behaviour === 'unknown-satellite' ? null : 'SPACE STATION';
  return json({ info: { satname, satid: 25544, transactionscount: 12 }, positions });
}

function celestrakAnswer(behaviour: Behaviour, moment: Moment): Answer {
  const { elements } = skyAt(moment);
  if (behaviour === 'no-samples') return text('No GP data found', 404);
  if (behaviour === 'nan') return json([{ ...elements, MEAN_MOTION: 'NaN' }]);
  if (behaviour === 'latitude-400') return json([{ ...elements, INCLINATION: 400 }]);
  if (behaviour === 'long-names') return json([{ ...elements, OBJECT_NAME: 'x'.repeat(10_000) }]);
  if (behaviour === 'unknown-satellite') return json([{ ...elements, NORAD_CAT_ID: 48274 }]);
  if (behaviour === 'old-10min') return json([{ ...elements, EPOCH: '2020-01-01T00:00:00.000000' }]);
  if (behaviour === 'strings') {
    return json([Object.fromEntries(Object.entries(elements).map(([key, value]) => [key, String(value)]))]);
  }
  return json([elements]);
}

/** Number of satellites in a group. */
export const GROUP_SIZE = 30;
/** Number of all active satellites: more than 1 MB. */
export const CATALOGUE_SIZE = 3000;

/**
 * Returns the satellites of a query: a group starts with the ISS, a number gives one, and a search those with it in
 * their name.
 */
function matching(path: string, iss: unknown, epoch: string, count: number): unknown[] {
  const query = new URL(path, 'http://loopback').searchParams;
  const all = Array.from({ length: count - 1 }, (_, number) =>
    syntheticElements(number, 'sunSynchronous', epoch),
  );
  const number = query.get('CATNR');
  if (number !== null) return all.filter(({ NORAD_CAT_ID: id }) => String(id) === number);
  const name = query.get('NAME');
  if (name !== null) return all.filter((one) => one.OBJECT_NAME.includes(name.toUpperCase()));
  return [iss, ...all];
}

function elementsAnswer(behaviour: Behaviour, moment: Moment): Answer {
  const { elements: iss } = skyAt(moment);
  const size = moment.path.includes('GROUP=active') ? CATALOGUE_SIZE : GROUP_SIZE;
  const count = behaviour === 'too-many-samples' ? 1200 : size;
  const list = matching(moment.path, { ...iss }, iss.EPOCH, count) as Record<string, unknown>[];
  if (behaviour === 'no-samples' || list.length === 0) return text('No GP data found');
  if (behaviour === 'empty-list') return json([]);
  if (behaviour === 'nan') Object.assign(list.at(-1) ?? {}, { MEAN_MOTION: 'NaN' });
  if (behaviour === 'latitude-400') for (const one of list) one.INCLINATION = 400;
  if (behaviour === 'long-names') Object.assign(list.at(-1) ?? {}, { OBJECT_NAME: 'x'.repeat(10_000) });
  if (behaviour === 'unknown-satellite') return json(list.map((one) => ({ ...one, NORAD_CAT_ID: 48274 })));
  if (behaviour === 'wrong-number') return json({ elements: list });
  if (behaviour === 'strings') {
    return json(
      list.map((one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [key, String(value)]))),
    );
  }
  return json(list);
}

/** Returns the answer of a service with this behaviour, as on the wire. */
export function answerOf(kind: Kind, behaviour: Behaviour, moment: Moment): Answer {
  const fault = commonFault(kind, behaviour, moment.path);
  if (fault) return fault;
  const answer = {
    position: () => positionAnswer(behaviour, moment),
    astros: () => astrosAnswer(behaviour),
    n2yo: () => n2yoAnswer(behaviour, moment),
    celestrak: () => celestrakAnswer(behaviour, moment),
    elements: () => elementsAnswer(behaviour, moment),
  }[kind]();
  return behaviour === 'cut-json' ? { ...answer, body: answer.body.slice(0, -40) } : answer;
}
