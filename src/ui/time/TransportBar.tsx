import { useAtomValue } from 'jotai';
import {
  Ellipsis,
  GitBranch,
  GitFork,
  type LucideIcon,
  Pause,
  Play,
  SkipForward,
  StepForward,
} from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { type Rate, RUN_TARGETS, type RunTarget, type TransportView } from '../../shared/transport.ts';
import { PopoverView } from '../kit/controls/PopoverView.tsx';
import { pressOnce } from '../kit/controls/press-once.ts';
import { Select } from '../kit/controls/Select.tsx';
import { useKeptFocus } from '../kit/controls/use-kept-focus.ts';
import { IS_ONE_COLUMN, useMediaQuery } from '../kit/page/use-media-query.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { BranchList } from './BranchList.tsx';
import branches from './branches.module.css';
import { formatRate, RUN_TARGET_NAMES, RUNNING_RATES } from './rates.ts';
import { SessionSlider } from './SessionSlider.tsx';
import { timeKindAtom } from './shown-time.ts';
import styles from './transport-bar.module.css';
import { chosenRateAtom, type Transport, useTransport, wayBack } from './use-transport.ts';

/** One column, or fingers, for which the session needs a row of its own. */
const IS_FOLDED = `${IS_ONE_COLUMN}, (pointer: coarse)`;

/** The first control, which always stays, takes the focus of one that is removed. */
const firstControl = (bar: HTMLElement): HTMLElement | null => bar.querySelector('button');

/** Time control in one row; on a phone or a tablet, what is not always needed is behind a button. */
export function TransportBar() {
  const view = useAtomValue(sliceAtoms.transport);
  const kind = useAtomValue(timeKindAtom);
  const transport = useTransport();
  const isFolded = useMediaQuery(IS_FOLDED);
  const kept = useKeptFocus<HTMLElement>(firstControl);
  if (!view || !transport) return null;
  const parts = { view, transport };
  return (
    <section
      {...kept}
      className={styles.bar}
      aria-label="Time control"
      data-time={kind}
      data-folded={isFolded}
    >
      <PauseButton {...parts} />
      {!isFolded && <Pace {...parts} />}
      <SessionSlider transport={transport} />
      {isFolded ? (
        <>
          {kind && <LiveButton {...parts} />}
          <More {...parts} />
        </>
      ) : (
        <>
          <LiveButton {...parts} />
          <TakeOverButton {...parts} />
          <Branches transport={transport} />
        </>
      )}
    </section>
  );
}

interface PartProps {
  readonly view: TransportView;
  readonly transport: Transport;
}

interface ToolProps extends ComponentProps<'button'> {
  readonly name: string;
  readonly Icon: LucideIcon;
  /** Shows its name beside the icon. */
  readonly isNamed?: boolean;
  /** Key, as in `aria-keyshortcuts`. */
  readonly keys?: string;
  /** Has nothing to do now. It keeps the focus: what it did may be why. */
  readonly isIdle?: boolean;
}

function Tool({ name, Icon, isNamed = false, keys, isIdle = false, onClick, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-keyshortcuts={keys}
      title={keys ? `${name} (${keys})` : name}
      aria-disabled={isIdle || undefined}
      data-named={isNamed}
      {...rest}
      onClick={isIdle ? undefined : onClick}
    >
      <Icon aria-hidden="true" />
      {isNamed && <span>{name}</span>}
    </button>
  );
}

function PauseButton({ view, transport }: PartProps) {
  const isPaused = view.rate === 0;
  return (
    <Tool
      name={isPaused ? 'Play' : 'Pause'}
      Icon={isPaused ? Play : Pause}
      keys="Space"
      {...pressOnce(transport.togglePause)}
    />
  );
}

/** How the mission's time goes on. */
function Pace({ view, transport }: PartProps) {
  const chosenRate = useAtomValue(chosenRateAtom);
  const { rate, achievedRate, runUntil } = view;
  return (
    <>
      <Tool name="Step one sample" Icon={StepForward} {...pressOnce(transport.step)} />
      <div className={styles.choice} data-set={rate !== 1}>
        <Select
          aria-label="Rate"
          title="Rate ([ slower, ] faster)"
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
      {achievedRate !== undefined && (
        <p className={styles.achieved} title="Rate that this computer achieves">
          achieves {formatRate(Math.round(achievedRate))}
        </p>
      )}
      <div className={styles.choice} data-set={runUntil !== undefined} data-choice="until">
        <Select
          aria-label="Run until"
          title="Run until"
          value={runUntil ?? ''}
          onChange={({ target }) => transport.runUntil((target.value || undefined) as RunTarget | undefined)}
        >
          <option value="">{runUntil ? 'Stop running' : 'Run until…'}</option>
          {RUN_TARGETS.map((target) => (
            <option key={target} value={target}>
              {RUN_TARGET_NAMES[target]}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}

function LiveButton({ view, transport }: PartProps) {
  const back = wayBack(view);
  return (
    <Tool
      name={back ?? 'Live'}
      Icon={SkipForward}
      keys="L"
      isNamed={back !== undefined}
      isIdle={back === undefined}
      {...pressOnce(transport.goBack)}
    />
  );
}

function TakeOverButton({ view, transport }: PartProps) {
  const isReplay = view.mode === 'replay';
  return (
    <Tool
      name="Take over"
      Icon={GitFork}
      isNamed={isReplay}
      isIdle={!isReplay}
      {...pressOnce(transport.takeOver)}
    />
  );
}

function Branches({ transport }: { readonly transport: Transport }) {
  return (
    <PopoverView
      trigger={<Tool name="Branches" Icon={GitBranch} />}
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

/** On a phone: all that has no place in the row. */
function More({ view, transport }: PartProps) {
  const headingId = useId();
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
          <Pace view={view} transport={transport} />
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
