import { useAtomValue } from 'jotai';
import {
  Circle,
  Ellipsis,
  FastForward,
  GitBranch,
  GitFork,
  type LucideIcon,
  Pause,
  Play,
  SkipForward,
  StepForward,
} from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import {
  type Rate,
  RUN_TARGETS,
  type RunTarget,
  shownRate,
  type TransportView,
} from '../../../shared/contract/transport.ts';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { Select } from '../../kit/controls/Select.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { IS_ONE_COLUMN, useMediaQuery } from '../../kit/page/use-media-query.ts';
import { sliceAtoms } from '../link/atoms.ts';
import { mayPaceAtom, maySteerAtom } from '../link/read-only.ts';
import { BranchList } from './BranchList.tsx';
import branches from './branches.module.css';
import { achievedText, continuationText, formatRate, RUN_TARGET_NAMES, RUNNING_RATES } from './rates.ts';
import { SessionSlider } from './SessionSlider.tsx';
import { interruptionText, timeKindAtom } from './shown-time.ts';
import styles from './transport-bar.module.css';
import {
  mayTakeOverAtom,
  type TransportControls,
  useChosenRate,
  useTransport,
  wayBackAtom,
} from './use-transport.ts';

/** One column, or touch, for which the session needs its own row. */
const IS_FOLDED = `${IS_ONE_COLUMN}, (pointer: coarse)`;

/** The first control, which is never removed, takes the focus of a removed one. */
const firstControl = (bar: HTMLElement): HTMLElement | null => bar.querySelector('button');

/**
 * Time control at the bottom of the page: the rate, the session, and the ways back from what is shown. On a phone
 * or a tablet, less common controls are behind a button.
 */
export function TransportBar() {
  const view = useAtomValue(sliceAtoms.transport);
  const kind = useAtomValue(timeKindAtom);
  const transport = useTransport();
  const mayPace = useAtomValue(mayPaceAtom);
  const mayTakeOver = useAtomValue(mayTakeOverAtom);
  const isFolded = useMediaQuery(IS_FOLDED);
  const kept = useKeptFocus<HTMLElement>(firstControl);
  if (!view) return null;
  const parts = { view, transport };
  const news = view.mode === 'live' && view.interrupted && interruptionText(view.interrupted);
  return (
    <section
      {...kept}
      className={styles.bar}
      aria-label="Time control"
      data-time={kind}
      data-folded={isFolded}
      data-tour="time"
    >
      {/* With enough space, the labels show it as a picture, and this is for screen readers only. */}
      <p className={isFolded && news ? styles.news : 'visually-hidden'} role="status">
        {news}
      </p>
      {isFolded ? (
        <>
          <ContinueButton {...parts} />
          {news && <span className={styles.break} />}
          {mayPace && <PauseButton {...parts} />}
          <SessionSlider transport={transport} />
          {kind && <LiveButton {...parts} />}
          <More {...parts} />
        </>
      ) : (
        <>
          {mayPace && (
            <div className={styles.pace}>
              <PauseButton {...parts} />
              <Pace {...parts} />
            </div>
          )}
          <SessionSlider transport={transport} />
          <div className={styles.ways}>
            {mayTakeOver ? <TakeOverButton {...parts} /> : <ContinueButton {...parts} />}
            <Branches transport={transport} />
            <LiveButton {...parts} />
          </div>
        </>
      )}
    </section>
  );
}

interface PartProps {
  readonly view: TransportView;
  readonly transport: TransportControls;
}

interface ToolProps extends ComponentProps<'button'> {
  readonly name: string;
  readonly Icon: LucideIcon;
  /** Shows the name beside the icon: always, or if there is space. */
  readonly word?: 'always' | 'roomy';
  /** True for the action that the operator probably wants now. */
  readonly isOffered?: boolean;
  /** Describes the action if the name does not. */
  readonly note?: string;
  /** Key, as in `aria-keyshortcuts`. */
  readonly keys?: string;
  /** True if there is nothing to do. The button keeps the focus: its own action may be the reason. */
  readonly isIdle?: boolean;
}

function Tool({
  name,
  Icon,
  word,
  isOffered = false,
  note,
  keys,
  isIdle = false,
  onClick,
  ...rest
}: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-keyshortcuts={keys}
      aria-description={note}
      data-tip={note ?? name}
      aria-disabled={isIdle || undefined}
      data-word={word}
      data-offered={isOffered || undefined}
      {...rest}
      onClick={isIdle ? undefined : onClick}
    >
      <Icon aria-hidden="true" />
      {word && <span>{name}</span>}
    </button>
  );
}

function PauseButton({ view, transport }: PartProps) {
  const isPaused = shownRate(view) === 0;
  const name = isPaused ? 'Play' : 'Pause';
  return (
    <Tool
      name={name}
      {...(view.mode === 'replay' && { note: `${name} the past` })}
      Icon={isPaused ? Play : Pause}
      word="roomy"
      keys="Space"
      {...pressOnce(transport.togglePause)}
    />
  );
}

/** Continues what a new Critical anomaly has interrupted. */
function ContinueButton({ view: { interrupted, mode }, transport }: PartProps) {
  const mayPace = useAtomValue(mayPaceAtom);
  if (!interrupted || mode === 'replay' || !mayPace) return null;
  return (
    <Tool
      name="Continue"
      note={`Continue ${continuationText(interrupted)}`}
      Icon={FastForward}
      word="always"
      isOffered
      {...pressOnce(transport.continueRun)}
    />
  );
}

/** Controls how mission time advances. */
function Pace({ view, transport }: PartProps) {
  const chosenRate = useChosenRate();
  const maySteer = useAtomValue(maySteerAtom);
  const { runUntil, mode } = view;
  const achievedRate = mode === 'live' ? view.achievedRate : undefined;
  return (
    <>
      <Tool name="Step one sample" Icon={StepForward} {...pressOnce(transport.step)} />
      <div className={styles.choice} data-set={chosenRate !== 1}>
        <Select
          aria-label="Rate"
          title={`Rate ([ slower, ] faster)${achievedRate === undefined ? '' : `, ${achievedText(achievedRate)}`}`}
          value={chosenRate}
          onChange={({ target }) => transport.setRate(Number(target.value) as Rate)}
        >
          {RUNNING_RATES.map((one) => (
            <option key={one} value={one}>
              {formatRate(one)}
            </option>
          ))}
        </Select>
      </div>
      {maySteer && (
        <div className={styles.choice} data-set={runUntil !== undefined} data-choice="until">
          <Select
            aria-label="Run until"
            title={mode === 'replay' ? 'Run until: returns to live' : 'Run until'}
            value={runUntil ?? ''}
            onChange={({ target }) =>
              transport.runUntil((target.value || undefined) as RunTarget | undefined)
            }
          >
            <option value="">{runUntil ? 'Stop running' : 'Run until…'}</option>
            {RUN_TARGETS.map((target) => (
              <option key={target} value={target}>
                {target === runUntil ? `Until ${RUN_TARGET_NAMES[target]}` : RUN_TARGET_NAMES[target]}
              </option>
            ))}
          </Select>
        </div>
      )}
    </>
  );
}

function LiveButton({ view, transport }: PartProps) {
  const back = useAtomValue(wayBackAtom);
  const kind = useAtomValue(timeKindAtom);
  const mayPace = useAtomValue(mayPaceAtom);
  if (!mayPace && kind !== undefined && back === undefined) return null;
  return (
    <Tool
      name={back ?? 'Live'}
      {...(back === undefined && {
        note: view.isInStep ? 'Mission time is UTC, live' : 'The exercise is shown live, in its own time',
      })}
      Icon={back === undefined ? Circle : SkipForward}
      word="always"
      keys="L"
      isOffered={view.mode === 'replay'}
      isIdle={back === undefined}
      data-live={back === undefined}
      {...pressOnce(transport.goBack)}
    />
  );
}

function TakeOverButton({ transport }: PartProps) {
  const mayTakeOver = useAtomValue(mayTakeOverAtom);
  return (
    <Tool
      name="Take over"
      note="Take over: continue from this instant, as a branch"
      Icon={GitFork}
      word="roomy"
      isIdle={!mayTakeOver}
      {...pressOnce(transport.takeOver)}
    />
  );
}

function Branches({ transport }: { readonly transport: TransportControls }) {
  return (
    <PopoverView
      trigger={<Tool name="Branches" Icon={GitBranch} word="roomy" />}
      title="Branches"
      note="times UTC"
      side="top"
      align="end"
      className={branches.view}
    >
      <BranchList transport={transport} />
    </PopoverView>
  );
}

/** Menu of a folded bar: everything that does not fit into the row. */
function More({ view, transport }: PartProps) {
  const headingId = useId();
  const mayPace = useAtomValue(mayPaceAtom);
  return (
    <PopoverView
      trigger={<Tool name="More time control" Icon={Ellipsis} />}
      title="Time"
      side="top"
      align="end"
      className={branches.view}
    >
      <div className={styles.more}>
        <div className={styles.row}>
          {mayPace && <Pace view={view} transport={transport} />}
          <TakeOverButton view={view} transport={transport} />
        </div>
        <section aria-labelledby={headingId}>
          <h3 id={headingId} className={styles.heading}>
            Branches
          </h3>
          <BranchList transport={transport} />
        </section>
      </div>
    </PopoverView>
  );
}
