import { measureArchive } from './archive.ts';
import { withBench } from './browser.ts';
import { BUDGETS, budgetText, overBudget } from './budgets.ts';
import { measureCharts } from './charts.ts';
import { measureColdLoad } from './cold-load.ts';
import { measureFleetFrames, measureFleetKnots, measurePassList } from './fleet.ts';
import { measureFrames, measureRateFrames } from './frames.ts';
import { measureGateway } from './gateway.ts';
import { measureKeyframes } from './keyframes.ts';
import { measureLatency } from './latency.ts';
import { measureLists } from './lists.ts';
import { measureLookAhead } from './look-ahead.ts';
import { measureMap, measureMapViews } from './map.ts';
import { type Comparison, median, ratio, spread } from './measure.ts';
import { measureOperations, measureOperationUpdates } from './operations.ts';
import { measurePackets } from './packets.ts';
import { measurePageHeap } from './page-heap.ts';
import { measureFleetPasses, measurePasses } from './passes.ts';
import { writeReport } from './report.ts';
import { measureSimulatedDay, measureSimulation } from './simulation.ts';
import { measureSpacecraft } from './spacecraft.ts';
import { measureTimeControl } from './time-control.ts';
import { measureUpdates } from './updates.ts';
import { measureYear } from './year.ts';

const VIEWPORTS = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

/** Formats a number: `0.0481`, `8.84`, `21,400`. */
const digits = (value: number, count: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: count });

const figure = (values: readonly number[], unit: string): string =>
  `${digits(median(values), 3)} ${unit} ±${Math.round(100 * spread(values))} %`;

/** Prints each result as soon as it is measured, since a full run takes minutes. */
function print({ name, notes = {} }: Comparison): void {
  console.log(name);
  for (const [key, value] of Object.entries(notes)) console.log(`  ${key}: ${value}`);
}

function row(comparison: Comparison): readonly string[] {
  const { id, name, unit, measured, floor, against } = comparison;
  const verdict = BUDGETS[id] && (overBudget(comparison) ? 'OVER' : 'within');
  return [
    name,
    figure(measured, unit),
    digits(ratio(comparison), 2),
    `${against}: ${figure(floor, unit)}`,
    budgetText(id),
    verdict ?? '',
  ];
}

const HEAD = ['What', 'Median ± spread', 'Ratio', 'Floor', 'Budget', ''];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (comparisons: readonly Comparison[]): string =>
  [line(HEAD), line(HEAD.map(() => '---')), ...comparisons.map((one) => line(row(one)))].join('\n');

/** Runs every benchmark, prints the ratios and writes them, with the machine's data, as JSON. */
export async function main(): Promise<void> {
  const comparisons: Comparison[] = [];
  const keep = (comparison: Comparison) => {
    print(comparison);
    comparisons.push(comparison);
  };
  keep(measureSimulation());
  keep(measureSimulatedDay());
  keep(measureSpacecraft());
  keep(measurePackets());
  keep(measureYear());
  keep(measurePasses());
  keep(measureFleetKnots());
  keep(measureFleetPasses());
  keep(measurePassList());
  for (const comparison of measureOperations()) keep(comparison);
  for (const comparison of measureKeyframes()) keep(comparison);
  for (const comparison of measureTimeControl()) keep(comparison);
  for (const comparison of measureLookAhead()) keep(comparison);
  for (const comparison of measureArchive()) keep(comparison);
  for (const comparison of await measureUpdates()) keep(comparison);
  keep(measureOperationUpdates());
  for (const comparison of await measureGateway()) keep(comparison);
  await withBench(async (bench) => {
    for (const comparison of await measureColdLoad(bench)) keep(comparison);
    keep(await measureLatency(bench));
    for (const comparison of await measureLists(bench)) keep(comparison);
    for (const comparison of await measureCharts(bench)) keep(comparison);
    for (const comparison of await measureMap(bench)) keep(comparison);
    for await (const comparison of measureMapViews(bench)) keep(comparison);
    for (const comparison of await measureFleetFrames(bench)) keep(comparison);
    keep(await measurePageHeap(bench));
    for (const screen of ['Overview', 'Orbital', 'Telemetry', 'Wall', 'Wall at 60×'] as const) {
      for (const viewport of VIEWPORTS) keep(await measureFrames(bench, screen, viewport));
    }
    for (const viewport of VIEWPORTS) {
      for (const comparison of await measureRateFrames(bench, viewport)) keep(comparison);
    }
  });
  console.log(`\n${table(comparisons)}`);
  writeReport('latest.json', {
    comparisons: comparisons.map((comparison) => ({
      ...comparison,
      ratio: ratio(comparison),
      median: median(comparison.measured),
      spread: spread(comparison.measured),
      budget: BUDGETS[comparison.id],
      over: overBudget(comparison),
    })),
  });
  const broken = comparisons.filter((one) => BUDGETS[one.id]?.isGate && overBudget(one));
  if (broken.length > 0) {
    for (const one of broken) console.error(`Over its budget: ${one.name}: ${overBudget(one)}`);
    process.exitCode = 1;
  }
}
