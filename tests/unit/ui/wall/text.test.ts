import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Anomaly, AnomalySeverity, TimelineEvent } from '../../../../src/shared/entities/entities.ts';
import type { TelemetryChannel } from '../../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { spanText, sparkSpan, toSparkline } from '../../../../src/ui/features/telemetry/sparkline.ts';
import { contactsOf } from '../../../../src/ui/mission/contacts/contacts-at.ts';
import { agendaAt, contactsAhead, urgentAnomalies } from '../../../../src/ui/wall/agenda.ts';
import { fitSentences, fitWords } from '../../../../src/ui/wall/truncate.ts';
import { wallClock } from '../../../../src/ui/wall/wall-clock.ts';
import { later, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { spacecraftView } from '../../../support/spacecraft-view.ts';

describe('a text that is cut to fit', () => {
  it('is unchanged if it fits, and otherwise ends between two words', () => {
    expect(fitWords('Star tracker alignment', 28)).toBe('Star tracker alignment');
    expect(fitWords('Solar output fell 298 W in 40 s: an array wing has folded back.', 36)).toBe(
      'Solar output fell 298 W in 40 s …',
    );
  });

  it.each([
    ['👍'.repeat(20), '👍'.repeat(20)],
    ['Beobachtung      der      Küste', 'Beobachtung der Küste'],
    ['👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀 go outside', '👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀 go outside'],
  ])('is unchanged as long as its letters fit, in any script: %s', (text, whole) => {
    expect(fitWords(text, 28)).toBe(whole);
  });

  it('has as many whole sentences as fit', () => {
    const text = 'Solar output is 302.5 W. A wing has folded back. Deploy Solar Array unfolds it.';
    expect(fitSentences(text, 200)).toBe(text);
    expect(fitSentences(text, 50)).toBe('Solar output is 302.5 W. A wing has folded back.');
    expect(fitSentences(text, 24)).toBe('Solar output is 302.5 W.');
    expect(fitSentences(text, 20)).toBe('Solar output is …');
    const two = 'Solar output is 302 W; it was 600 W before the onset.';
    expect(fitSentences(two, 60)).toBe(two);
    expect(fitSentences(two, 40)).toBe('Solar output is 302 W.');
  });

  it.each([
    ['W'.repeat(200), `${'W'.repeat(27)}…`],
    ['漢'.repeat(200), `${'漢'.repeat(27)}…`],
    ['👩🏽‍🚀'.repeat(200), `${'👩🏽‍🚀'.repeat(27)}…`],
    ['e\u0301'.repeat(200), `${'e\u0301'.repeat(27)}…`],
    [`${'W'.repeat(200)} and more`, `${'W'.repeat(27)}…`],
  ])('cuts a word that is longer than its room, between two letters: %s', (text, cut) => {
    expect(fitWords(text, 28)).toBe(cut);
  });

  it('cuts no word that has room, and never exceeds its room', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.integer({ min: 16, max: 120 }), (text, letters) => {
        const cut = fitWords(text, letters);
        const words = cut.replace(/ …$/, '').split(' ');
        expect(text.split(' ').map((word) => word.replace(/[.,:;]$/, ''))).toEqual(
          expect.arrayContaining(words.map((word) => word.replace(/[.,:;]$/, ''))),
        );
        expect(cut.length <= letters || words.length === 1).toBe(true);
      }),
      { seed: 1 },
    );
  });
});

describe('a countdown on the wall', () => {
  it.each([
    [0, '00:00:00'],
    [MS_PER_H + 61_000, '01:01:01'],
    [25 * MS_PER_H + 61_000, '1d 01:01'],
    [-5000, '00:00:00'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(wallClock(ms)).toBe(text);
  });
});

describe('the order on the wall', () => {
  const anomaly = (
    id: string,
    severity: AnomalySeverity,
    agoMs: number,
    status: Anomaly['status'] = 'Active',
  ) =>
    ({
      id,
      severity,
      status,
      timestamp: later(-agoMs),
      type: 'Solar',
      message: '',
      aiExplanation: '',
    }) as const;

  it('is the most severe ongoing anomaly, and of one severity the newest', () => {
    const list = [
      anomaly('low', 'Low', 1),
      anomaly('old', 'High', 9),
      anomaly('new', 'High', 5),
      anomaly('done', 'Critical', 2, 'Resolved'),
      anomaly('worst', 'Critical', 99),
      anomaly('seen', 'Critical', 1, 'Acknowledged'),
    ];
    const ids = (actingIds: readonly string[]) => {
      const faults = actingIds.map((anomalyId) => ({
        anomalyId,
        type: 'Solar' as const,
        parts: ['array'] as const,
        label: 'one array string open',
      }));
      return urgentAnomalies(list, spacecraftView({ faults })).map(({ id }) => id);
    };
    expect(ids(['worst', 'new', 'old', 'low'])).toEqual(['worst', 'new', 'old', 'low']);
    // Active does not mean ongoing, acknowledged does not mean recovered, and closing an entry ends no fault.
    expect(ids(['seen', 'done', 'old'])).toEqual(['seen', 'done', 'old']);
    expect(ids([])).toEqual([]);
  });

  it('is current events, then upcoming ones, never past or cancelled ones', () => {
    const event = (id: string, from: number, to: number, status: TimelineEvent['status']) =>
      ({
        id,
        title: id,
        startTime: later(from * MS_PER_MIN),
        endTime: later(to * MS_PER_MIN),
        description: '',
        type: 'Experiment',
        status,
        priority: 'Low',
      }) as const;
    const { current, ahead } = agendaAt(
      [
        event('over', -20, -10, 'Completed'),
        event('late', -20, -10, 'In Progress'),
        event('on', -5, 10, 'Scheduled'),
        event('off', 5, 10, 'Cancelled'),
        event('then', 60, 70, 'Scheduled'),
        event('next', 30, 40, 'Scheduled'),
        event('missed', -20, -10, 'Scheduled'),
      ],
      T0,
    );
    expect(current.map(({ id }) => id)).toEqual(['on', 'late']);
    expect(ahead.map(({ id }) => id)).toEqual(['next', 'then']);
  });

  it('are the passes of the active stations that are not over', () => {
    const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');
    if (!contacts) throw new Error('no contacts');
    const ahead = contactsAhead(contacts, T0, 5);
    expect(ahead).toHaveLength(5);
    expect(ahead.every(({ station, pass }) => station.active && pass.los > T0)).toBe(true);
    const starts = ahead.map(({ pass }) => pass.aos);
    expect(starts.toSorted((a, b) => a - b)).toEqual(starts);
    const [first] = ahead;
    if (!first) throw new Error('no pass');
    expect(contactsAhead(contacts, first.pass.los, 1)[0]?.pass).toBe(ahead[1]?.pass);
    expect(contactsAhead(contacts, later(-1, first.pass.los), 1)[0]?.pass).toBe(first.pass);
  });
});

describe('a sparkline', () => {
  const { telemetry, contacts } = startUneventfulMission().snapshot();
  const history = telemetry.value;
  const newest = history.at(-1)?.timestamp ?? T0;
  const span = sparkSpan(newest, newest);
  const sparkline = (samples = history, channel: TelemetryChannel = 'batteryVoltage', hasLimits = true) =>
    toSparkline(channel, hasLimits, { span, axis: span, past: undefined, samples });
  const pointsOf = (path: string) =>
    path
      .split(/[ML]/)
      .slice(1)
      .map((point) => point.split(' ').map(Number));

  it('has a point for each sample inside its box, the newest at the right edge', () => {
    const { path, newest: last } = sparkline();
    const points = pointsOf(path);
    expect(points).toHaveLength(history.length);
    expect(last?.x).toBe(100);
    expect(points.at(-1)).toEqual([last?.x, last?.y]);
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(100);
    }
  });

  it('shows the past orbit, or what the session has lived through of it', () => {
    expect(spanText(span)).toBe('95 s');
    expect(spanText(sparkSpan(newest, later(-40 * MS_PER_MIN, newest)))).toBe('40 min');
    expect(spanText(sparkSpan(newest, later(-40 * MS_PER_H, newest)))).toBe('93 min');
  });

  it('continues the session’s history with the samples, each instant once', () => {
    const [first] = history;
    if (!first) throw new Error('no sample');
    const orbit = sparkSpan(newest, later(-MS_PER_H, newest));
    const times = Float64Array.of(first.timestamp - 2e6, first.timestamp - 1e6, first.timestamp, newest);
    const values = Float64Array.of(28, 27.5, 1, 1);
    const { path, range } = toSparkline('batteryVoltage', false, {
      span: orbit,
      axis: orbit,
      past: { times, values },
      samples: history,
    });
    expect(pointsOf(path)).toHaveLength(2 + history.length);
    expect(range[0]).toBeGreaterThan(20);
  });

  it('draws no line where neither history nor samples have a value', () => {
    const orbit = sparkSpan(newest, later(-93 * MS_PER_MIN, newest));
    const strokes = (lastMin: number): number => {
      const times = [-60, lastMin].map((min) => later(min * MS_PER_MIN, newest));
      const values = [28, 28];
      const { path } = toSparkline('batteryVoltage', false, {
        span: orbit,
        axis: orbit,
        past: { times, values } as never,
        samples: history,
      });
      return path.split('M').length - 1;
    };
    expect(strokes(-2)).toBe(1);
    expect(strokes(-20)).toBe(2);
  });

  it('goes on with what is predicted, to the right edge', () => {
    const axis = { from: span.from, to: later(95_000, newest) };
    const times = Float64Array.of(newest, later(50_000, newest), axis.to);
    const values = Float64Array.of(28, 27, 26);
    const coming = {
      times,
      values,
      low: values.map((value) => value - 0.5),
      high: values.map((value) => value + 0.5),
    };
    const drawn = toSparkline('batteryVoltage', false, {
      span,
      axis,
      past: undefined,
      coming,
      samples: history,
    });
    expect(drawn.newest?.x).toBe(50);
    const line = pointsOf(drawn.ahead?.path ?? '');
    expect(line.map(([x]) => x)).toEqual([50, 50, 76.32, 100]);
    expect(drawn.range[0]).toBeGreaterThan(20);
    const edge = pointsOf(drawn.ahead?.band.replace('Z', '') ?? '');
    expect(edge).toHaveLength(6);
    expect(edge[0]?.[1]).toBeLessThan(line[1]?.[1] ?? 0);
    expect(edge[5]?.[1]).toBeGreaterThan(line[1]?.[1] ?? 0);
  });

  it('shades the eclipses of its span, one under way at its start or end included', () => {
    const transitions = contactsOf(contacts.value, 'orbita')?.eclipseTransitions ?? [];
    const entry = transitions.find(({ isEclipsed, time }) => isEclipsed && time > T0);
    const exit = transitions.find(({ time }) => entry && time > entry.time);
    if (!entry || !exit) throw new Error('no eclipse');
    const eclipsesOf = (from: number, to: number) => {
      const shown = { from: later(from, entry.time), to: later(to, exit.time) };
      return toSparkline('batteryVoltage', false, {
        span: shown,
        axis: shown,
        past: undefined,
        samples: [],
        transitions,
      }).eclipses;
    };
    const lengthMs = exit.time - entry.time;
    expect(eclipsesOf(-lengthMs, lengthMs)).toEqual([{ x: 33.33, width: 33.34 }]);
    expect(eclipsesOf(1000, -1000)).toEqual([{ x: 0, width: 100 }]);
    expect(eclipsesOf(-lengthMs, -lengthMs - 1)).toEqual([]);
  });

  it('labels its edges: round values around the data and the nearest limit, or without limits', () => {
    const [first] = history;
    if (!first) throw new Error('no sample');
    const range = (temperature: number, hasLimits: boolean) =>
      toSparkline('temperature', hasLimits, {
        span,
        axis: span,
        past: undefined,
        samples: [{ ...first, timestamp: newest, temperature }],
      }).range;
    expect(range(14.7, true)).toEqual([10, 45]);
    expect(range(-12, true)).toEqual([-25, -10]);
    expect(range(14.7, false)).toEqual([10, 20]);
  });

  it('leaves a gap for non-finite values, and draws nothing without data', () => {
    const broken = history.map((sample, index) =>
      index === 3 ? { ...sample, temperature: Number.NaN } : sample,
    );
    const { path, bands } = sparkline(broken, 'temperature');
    expect(pointsOf(path)).toHaveLength(history.length - 1);
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path).not.toContain('NaN');
    expect(bands.map(({ level }) => level)).toEqual(['warning']);
    expect(sparkline([], 'solarOutput')).toMatchObject({ path: '', newest: undefined, bands: [] });
  });
});
