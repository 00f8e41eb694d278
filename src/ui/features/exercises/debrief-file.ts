import { escapeXml } from '../../../shared/kit/xml-text.ts';
import { fileTime } from '../../kit/files/csv.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { formatUtcDate, formatUtcTime } from '../../kit/format.ts';
import {
  BOOKMARK_COLUMNS,
  FAULT_COLUMNS,
  faultTexts,
  GOAL_COLUMNS,
  goalText,
  type JudgedExercise,
  pointsText,
  resultText,
  valueText,
} from './result-text.ts';

function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeXml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><caption>${escapeXml(caption)}</caption><thead>${row(heads, 'th')}</thead><tbody>
${rows.map((cells) => row(cells, 'td')).join('\n')}
</tbody></table>`;
}

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:CanvasText;background:Canvas}
table{border-collapse:collapse;margin:1rem 0;width:100%}caption{text-align:left;font-weight:700}
th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid;vertical-align:top}`;

/** Returns the debrief of an exercise as one page that opens offline: goals, faults, and the event log of its time. */
export function buildDebriefFile({ exercise, result }: JudgedExercise, build: string): ExportFile {
  const { from, to, goals, debrief } = result;
  const { faults = [], bookmarks = [], log = [] } = debrief ?? {};
  const title = `Debrief: ${exercise.name}`;
  const parts = [
    `<h1>${escapeXml(title)}</h1>`,
    `<p>${escapeXml(exercise.objective)}</p>`,
    `<p>${formatUtcDate(from)} ${formatUtcTime(from)} to ${formatUtcTime(to)} UTC; ${escapeXml(build)}</p>`,
    `<p><strong>${escapeXml(resultText(result, exercise.pass))}</strong></p>`,
    table(
      'Goals',
      GOAL_COLUMNS,
      goals.map((goal) => [goalText(goal), valueText(goal), pointsText(goal, goals)]),
    ),
    ...(faults.length > 0
      ? [table('Faults as they really were', FAULT_COLUMNS, faults.map(faultTexts))]
      : []),
    ...(bookmarks.length > 0
      ? [
          table(
            'Bookmarks of the instructor',
            BOOKMARK_COLUMNS,
            bookmarks.map(({ time, text }) => [formatUtcTime(time), text]),
          ),
        ]
      : []),
    table(
      'Event log',
      ['UTC', 'Kind', 'Event'],
      log.map(({ time, kind, text }) => [formatUtcTime(time), kind, text]),
    ),
  ];
  return {
    name: `debrief-${fileTime(to)}.html`,
    type: 'text/html;charset=utf-8',
    text: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeXml(title)}</title><style>${STYLE}</style></head><body>
${parts.join('\n')}
</body></html>
`,
  };
}
