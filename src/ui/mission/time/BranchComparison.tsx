import { useAtomValue, useSetAtom } from 'jotai';
import type { BranchOutcome } from '../../../shared/contract/history.ts';
import { type ComparedBranches, NOT_PARTED } from '../../../shared/contract/session-control.ts';
import type { BranchView } from '../../../shared/contract/transport.ts';
import { CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { formatDuration, formatNumber } from '../../../shared/kit/quantity-text.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { formatUtcTimeFrom } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { edgeSecondAtom, missionSecondAtom, shownRateAtom, wallSecondAtom } from '../link/atoms.ts';
import { isModelChannel, MODEL_DEFINITIONS } from '../link/model-channels.ts';
import { useSessionControl } from '../link/session-control.ts';
import { useAnswer } from '../link/use-answer.ts';
import { useGoTo } from '../navigation/use-go-to.ts';
import styles from './branches.module.css';
import { showBothAtom } from './comparison.ts';
import { isReplayAtom } from './shown-time.ts';

/** How long a comparison of running branches stays, in wall-clock time: each goes through all of their samples. */
const RENEWED_MS = 5 * MS_PER_S;

interface BranchComparisonProps {
  readonly shown: BranchView;
  readonly other: BranchView;
  readonly onClose: () => void;
}

/** Compares the branch shown with another, from where they part: the first difference, and both outcomes. */
export function BranchComparison({ shown, other, onClose }: BranchComparisonProps) {
  const control = useSessionControl();
  const goTo = useGoTo();
  const showBoth = useSetAtom(showBothAtom);
  const edge = useAtomValue(edgeSecondAtom);
  const [one, two] = [shown.id, other.id];
  const [time, wall] = [useAtomValue(missionSecondAtom), useAtomValue(wallSecondAtom)];
  const rate = useAtomValue(shownRateAtom);
  const isReplay = useAtomValue(isReplayAtom);
  const answer = useAnswer(
    `${one} ${two} ${isReplay}`,
    () => control.compare([one, two]),
    // Branches that have just parted have nothing to compare until time passes.
    rate === 0 ? time : wall && Math.floor(wall / RENEWED_MS),
    true,
  );
  const known = answer?.ok ? answer.value : undefined;
  // A refusal does not replace what was known at a later past instant.
  const isBefore = isReplay && known !== undefined && time !== undefined && time <= known.from;
  const result = isBefore ? undefined : known;
  const timeText = (time: EpochMs): string => formatUtcTimeFrom(time, edge ?? time);
  return (
    <div className={styles.comparison}>
      <div role="status">
        {!answer && <p>Comparing…</p>}
        {answer?.ok === false && <p>{answer.message}</p>}
        {isBefore && <p>{NOT_PARTED}</p>}
        {result && <p>{differenceText(result, [shown.name, other.name], timeText)}</p>}
      </div>
      {result && (
        <DataTable
          caption={`${timeText(result.from)} to ${timeText(result.to)} UTC`}
          columns={['Outcome', shown.name, other.name]}
          rows={OUTCOMES.map(({ name, read }) => ({
            key: name,
            cells: [name, ...result.outcomes.map(read)],
          }))}
        />
      )}
      <div className={styles.actions}>
        <Button
          title="On the Telemetry tab"
          {...pressOnce(() => {
            showBoth(result && spanOfBoth(result));
            goTo('telemetry');
          })}
        >
          Show both curves
        </Button>
        <Button look="quiet" {...pressOnce(onClose)}>
          Close comparison
        </Button>
      </div>
    </div>
  );
}

/** Lead as a share of the common span: the branches part at its start, which would be at the edge of the charts. */
const LEAD = 0.05;

const spanOfBoth = ({ from, to }: ComparedBranches) => ({ from: addMs(from, -LEAD * (to - from)), to });

const OUTCOMES: readonly { readonly name: string; readonly read: (outcome: BranchOutcome) => string }[] = [
  {
    name: 'Lowest charge',
    read: ({ leastStateOfCharge }) =>
      leastStateOfCharge === undefined ? '–' : `${formatNumber(leastStateOfCharge * 100, 1)} %`,
  },
  { name: 'Data downlinked', read: ({ downlinkedMb }) => `${formatNumber(downlinkedMb, 0)} MB` },
  { name: 'Time out of limits', read: ({ outOfLimitsMs }) => formatDuration(outOfLimitsMs) },
];

function differenceText(
  { firstDifference }: ComparedBranches,
  names: readonly [string, string],
  timeText: (time: EpochMs) => string,
): string {
  if (!firstDifference) return 'All samples are the same.';
  const { time, channel, values } = firstDifference;
  const { title, unit, decimals } = isModelChannel(channel) ? MODEL_DEFINITIONS[channel] : CHANNELS[channel];
  const factor = isModelChannel(channel) ? MODEL_DEFINITIONS[channel].factor : 1;
  const texts = values.map((value) =>
    Number.isNaN(value) ? 'no sample' : `${formatNumber(value * factor, decimals)} ${unit}`,
  );
  const named = texts.map((text, index) => `${text} in ${names[index]}`);
  const shown = new Set(texts).size > 1 ? `, ${named.join(' and ')}` : '';
  return `First difference at ${timeText(time)} UTC: ${title}${shown}`;
}
