import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PerformanceReport } from '../../../../src/shared/entities/entities.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { askSeries, buildExport, exportFileName } from '../../../../src/ui/features/performance/export.ts';
import { figuresOf, METRIC_NAMES } from '../../../../src/ui/features/performance/figures.ts';
import { encodeCsv } from '../../../../src/ui/kit/files/csv.ts';
import { BRANCH, fakeSessionControl, MISSION, transportView } from '../../../support/time-control.tsx';
import { readCsv } from './csv-reader.ts';
import { NOW, REPORT } from './fixtures.ts';

const HALF_MINUTE_BEFORE: PerformanceReport = {
  ...REPORT,
  time: epochMs(REPORT.time - 30_000),
  missionUptime: REPORT.missionUptime - 30_000,
  anomalyCount: 3,
};

const exportedAs = (format: 'CSV' | 'JSON', report: PerformanceReport = REPORT) =>
  buildExport(format, { reports: [HALF_MINUTE_BEFORE, report], branch: 'A' }, NOW);

describe('an export’s name (spec §9)', () => {
  it('has the prefix, the time and the kind', () => {
    expect(exportFileName('CSV', NOW)).toBe('mission-performance-2026-11-20T15-12-07Z.csv');
    expect(exportFileName('JSON', epochMs(NOW + 999))).toBe('mission-performance-2026-11-20T15-12-07Z.json');
  });
});

describe('CSV (RFC 4180)', () => {
  it('ends every line with CRLF and quotes what needs it', () => {
    expect(encodeCsv([['a', 'b,c', 'd"e', 'f\ng', '', undefined]])).toBe('a,"b,c","d""e","f\ng",,\r\n');
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '=HYPERLINK("http://x","y")',
    '＝1+1',
    '＠SUM(A1)',
    '\u0000=1',
    '\uFEFF=1',
    '\u202E=1',
    ' =1',
    '\u00A0 \u200B@SUM(A1)',
    '\u0301+1',
    '\u3164-1',
  ])('neutralizes the formula in %j', (text) => {
    expect(readCsv(encodeCsv([[text]]))).toEqual([[`'${text}`]]);
  });

  it.each(['a;=1+1', 'a\t=1+1'])('keeps %j one cell for any separator', (text) => {
    expect(encodeCsv([[text, 'next']])).toBe(`"${text}",next\r\n`);
  });

  it('keeps numbers numeric, also negative ones, and non-finite ones empty', () => {
    expect(encodeCsv([[-1.5, 0, 1e21, Number.NaN, Number.POSITIVE_INFINITY]])).toBe('-1.5,0,1e+21,,\r\n');
  });

  it('round-trips any text and number, with no cell that a spreadsheet would execute', () => {
    const hostile = fc.oneof(
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ';', ' ', 'A'),
      }),
      fc.string({ unit: 'binary' }),
    );
    const cell = fc.oneof(hostile, fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), (rows) => {
        const read = readCsv(encodeCsv(rows));
        expect(read).toHaveLength(rows.length);
        for (const [rowIndex, row] of rows.entries()) {
          expect(read[rowIndex]).toHaveLength(row.length);
          for (const [index, value] of row.entries()) {
            const text = read[rowIndex]?.[index] ?? '';
            if (typeof value === 'number') expect(Number(text)).toBe(value === 0 ? 0 : value);
            else {
              expect([value, `'${value}`]).toContain(text);
              expect(text).not.toMatch(/^[\t\r\n]|^[\p{C}\p{Z}\p{M}]*[=+\-@]/u);
            }
          }
        }
      }),
      { seed: 20261120, numRuns: 300 },
    );
  });
});

describe('the CSV export (spec §2, §9)', () => {
  it('has a row for each time, with the seven figures, their units and their labels', () => {
    const { name, type, text } = exportedAs('CSV');
    expect([name, type]).toEqual(['mission-performance-2026-11-20T15-12-07Z.csv', 'text/csv;charset=utf-8']);
    expect(text.codePointAt(0)).toBe(0xfeff);
    expect(readCsv(text)).toEqual([
      [
        'Time (UTC)',
        'Time for spreadsheets (UTC)',
        'Branch',
        'Mission uptime (s)',
        'Total commands',
        'Average signal (%)',
        'Average signal label',
        'Anomalies',
        'Anomalies label',
        'Data downloaded (MB)',
        'Power efficiency (%)',
        'System health (%)',
        'System health label',
      ],
      [
        ...['2026-11-20T15:11:30.000Z', '2026-11-20 15:11:30', 'A', '616297', '54', '71.42', 'Strong'],
        ...['3', 'High', '1243.7', '88.25', '91.4', 'Excellent'],
      ],
      [
        ...['2026-11-20T15:12:00.000Z', '2026-11-20 15:12:00', 'A', '616327', '54', '71.42', 'Strong'],
        ...['2', 'Low', '1243.7', '88.25', '91.4', 'Excellent'],
      ],
    ]);
  });
});

describe('the series of an export', () => {
  const stretch = (performance: readonly PerformanceReport[]) => ({
    ok: true as const,
    value: { samples: { times: new Float64Array(), values: {} }, performance },
  });

  it('is all that the session has of the branch shown, up to the figures that the page shows', async () => {
    const asked: unknown[] = [];
    const control = fakeSessionControl({
      stretch: async (query) => {
        asked.push(query);
        return stretch(asked.length === 1 ? [HALF_MINUTE_BEFORE] : [REPORT]);
      },
    });
    const startTime = epochMs(REPORT.time - 6 * 3_600_000);
    const view = transportView({ branch: BRANCH.id, branches: [MISSION, BRANCH], startTime });
    expect(await askSeries(control, REPORT, view)).toEqual({
      reports: [HALF_MINUTE_BEFORE, REPORT],
      branch: 'B',
    });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({ from: startTime, branch: 'B' });
  });

  it('says why the session refuses it', async () => {
    const control = fakeSessionControl({
      stretch: async () => ({ ok: false, message: 'It is restarting.' }),
    });
    await expect(askSeries(control, REPORT, undefined)).rejects.toThrow('It is restarting.');
  });
});

describe('the JSON export (spec §2, §9)', () => {
  it('holds a schema’s version, the times, the metrics with their units, and the week', () => {
    const { name, type, text } = exportedAs('JSON');
    expect([name, type]).toEqual(['mission-performance-2026-11-20T15-12-07Z.json', 'application/json']);
    expect(JSON.parse(text)).toEqual({
      schemaVersion: 1,
      mission: 'ORBITA-1',
      branch: 'A',
      generatedAt: '2026-11-20T15:12:07.000Z',
      metricsAsOf: '2026-11-20T15:12:00.000Z',
      metrics: {
        missionUptime: { name: 'Mission uptime', value: 616327, unit: 's' },
        totalCommands: { name: 'Total commands', value: 54, unit: 'commands' },
        averageSignalStrength: { name: 'Average signal', value: 71.42, unit: '%', label: 'Strong' },
        anomalyCount: { name: 'Anomalies', value: 2, unit: 'anomalies', label: 'Low' },
        dataDownloaded: { name: 'Data downloaded', value: 1243.7, unit: 'MB' },
        powerEfficiency: { name: 'Power efficiency', value: 88.25, unit: '%' },
        systemHealth: { name: 'System health', value: 91.4, unit: '%', label: 'Excellent' },
      },
      weeklyCommands: [
        { day: 'Monday', commands: 8 },
        { day: 'Tuesday', commands: 6 },
        { day: 'Wednesday', commands: 9 },
        { day: 'Thursday', commands: 7 },
        { day: 'Friday', commands: 8 },
        { day: 'Saturday', commands: 5 },
        { day: 'Sunday', commands: 4 },
      ],
      series: [
        {
          time: '2026-11-20T15:11:30.000Z',
          missionUptime: 616297,
          totalCommands: 54,
          averageSignalStrength: 71.42,
          anomalyCount: 3,
          dataDownloaded: 1243.7,
          powerEfficiency: 88.25,
          systemHealth: 91.4,
        },
        {
          time: '2026-11-20T15:12:00.000Z',
          missionUptime: 616327,
          totalCommands: 54,
          averageSignalStrength: 71.42,
          anomalyCount: 2,
          dataDownloaded: 1243.7,
          powerEfficiency: 88.25,
          systemHealth: 91.4,
        },
      ],
    });
  });
});

describe('both exports', () => {
  it('have no floating-point artefacts', () => {
    const report = { ...REPORT, averageSignalStrength: 69.68499999999999 };
    expect(readCsv(exportedAs('CSV', report).text)[2]?.[5]).toBe('69.685');
    expect(JSON.parse(exportedAs('JSON', report).text).metrics.averageSignalStrength.value).toBe(69.685);
  });

  it('round all metrics to three decimals', () => {
    const figure = fc.oneof(fc.double(), fc.double({ min: 0, max: 100 }));
    fc.assert(
      fc.property(fc.array(figure, { minLength: 7, maxLength: 7 }), (values) => {
        const report = {
          ...REPORT,
          ...Object.fromEntries(METRIC_NAMES.map((metric, index) => [metric, values[index]])),
        };
        const [heads = [], , row = []] = readCsv(exportedAs('CSV', report).text);
        const figures = row.slice(3).filter((_, index) => !heads[3 + index]?.endsWith(' label'));
        const { metrics } = JSON.parse(exportedAs('JSON', report).text);
        for (const [index, { metric, value = Number.NaN }] of figuresOf(report).entries()) {
          const isKnown = Number.isFinite(value);
          const inCsv = figures[index] ?? '';
          expect(inCsv !== '').toBe(isKnown);
          expect(metrics[metric].value !== null).toBe(isKnown);
          if (!isKnown) continue;
          // A double of this size has no more decimals.
          const exactness = 0.0005 + Math.abs(value) * 1e-15;
          expect(Math.abs(Number(inCsv) - value)).toBeLessThanOrEqual(exactness);
          expect(metrics[metric].value + 0).toBe(Number(inCsv) + 0);
        }
      }),
      { seed: 20261120, numRuns: 200 },
    );
  });
});
