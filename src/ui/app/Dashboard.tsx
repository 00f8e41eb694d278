import { useSetAtom } from 'jotai';
import { Tabs } from 'radix-ui';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { AnomalyAnnouncer } from '../features/anomalies/AnomalyAnnouncer.tsx';
import { AnomalyDetectionCard } from '../features/anomalies/AnomalyDetectionCard.tsx';
import { PageStatus } from '../features/anomalies/PageStatus.tsx';
import { TAB_STATUS_ID, TabBadge, TabStatus } from '../features/anomalies/TabBadge.tsx';
import { OVERDUE_ID, OverdueDescription, OverdueSign } from '../features/commands/OverdueSign.tsx';
import { ConsolesButton } from '../features/consoles/ConsolesButton.tsx';
import { OtherBuildNotice } from '../features/consoles/OtherBuildNotice.tsx';
import { SharedMissionLine } from '../features/consoles/SharedMissionLine.tsx';
import { ExerciseLine, Exercises } from '../features/exercises/Exercises.tsx';
import { isShiftReportOpenAtom } from '../features/shift/atoms.ts';
import { ShiftReport } from '../features/shift/ShiftReport.tsx';
import { AnomalySound } from '../features/sound/AnomalySound.tsx';
import { Tour } from '../features/tour/Tour.tsx';
import { CardBoundary } from '../kit/card/CardBoundary.tsx';
import { UpdateNotice } from '../kit/offline/UpdateNotice.tsx';
import { DutyCrewSign } from '../mission/duty/DutyCrewSign.tsx';
import { GroundLinkSign } from '../mission/duty/GroundLinkSign.tsx';
import { Satellites } from '../mission/fleet/Satellites.tsx';
import { LoadingState } from '../mission/link/LoadingState.tsx';
import { readTab, writeTab } from '../mission/navigation/address.ts';
import { TAB_NAMES, TABS, type Tab } from '../mission/navigation/tabs.ts';
import { Places } from '../mission/places/Places.tsx';
import { ActionDialogs } from './actions/ActionDialogs.tsx';
import { KeyBindings } from './actions/KeyBindings.tsx';
import { RecordingIntake } from './actions/RecordingIntake.tsx';
import { SkipLink } from './actions/SkipLink.tsx';
import { Tools } from './actions/Tools.tsx';
import styles from './dashboard.module.css';
import {
  AwayNotice,
  CommandsTab,
  EventLogCard,
  MissionTimelineCard,
  OrbitalTab,
  TelemetryTab,
  Tooltips,
} from './deferred-parts.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LinkNotice } from './LinkNotice.tsx';
import { MissionOffer } from './MissionOffer.tsx';
import { Overview } from './Overview.tsx';
import { WhenSettled } from './WhenSettled.tsx';

const PANELS: Readonly<Record<Tab, () => ReactNode>> = {
  overview: () => <Overview />,
  telemetry: () => <TelemetryTab />,
  orbital: () => <OrbitalTab />,
  commands: () => <CommandsTab />,
  timeline: () => <MissionTimelineCard className={styles.single} />,
  anomalies: () => (
    <div className={styles.pair}>
      <AnomalyDetectionCard className={styles.single} isWide />
      <EventLogCard className={styles.single} />
    </div>
  ),
};

const CONTENT_ID = 'content';

/** Ids of the texts that describe tabs. */
const DESCRIPTIONS: Readonly<Partial<Record<Tab, string>>> = {
  commands: OVERDUE_ID,
  anomalies: TAB_STATUS_ID,
};

/** True if a list that scrolls sideways hides items at its end. */
const hidesMore = ({ scrollWidth, clientWidth, scrollLeft }: HTMLElement): boolean =>
  scrollWidth - clientWidth - scrollLeft > 1;

/** The dashboard of spec §2. The selected tab is in the URL's query. */
export function Dashboard() {
  const [query, setQuery] = useSearchParams();
  const tab = readTab(query);
  const openTab = (value: string) => {
    // Radix reports a click twice, on press and on focus, before the first render.
    const current = new URLSearchParams(window.location.search);
    if (value !== readTab(current)) setQuery(writeTab(current, value as Tab));
  };
  const openReport = useSetAtom(isShiftReportOpenAtom);
  const listRef = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  useEffect(() => {
    // On a phone the tabs scroll sideways: brings the selected tab and its predecessor into view. Not by
    // `scrollIntoView`, which moves the start of Tab navigation in some browsers.
    const list = listRef.current;
    const chosen = list?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (!list || !chosen) return;
    const first = chosen.previousElementSibling ?? chosen;
    list.scrollLeft += first.getBoundingClientRect().left - list.getBoundingClientRect().left;
  }, [tab]);
  useEffect(() => {
    const look = () => setHasMore(listRef.current !== null && hidesMore(listRef.current));
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, []);
  return (
    <Tabs.Root className={styles.dashboard} value={tab} onValueChange={openTab}>
      <SkipLink target={CONTENT_ID} />
      <Header hasHeadline={tab === 'overview'}>
        <div className={styles.navigation} tabIndex={-1}>
          <Tabs.List
            ref={listRef}
            className={styles.tabs}
            aria-label="Mission views"
            data-more={hasMore}
            onScroll={({ currentTarget }) => setHasMore(hidesMore(currentTarget))}
          >
            {TABS.map((name) => (
              <Tabs.Trigger
                key={name}
                className={styles.tab}
                value={name}
                data-tab={name}
                aria-describedby={DESCRIPTIONS[name]}
              >
                {TAB_NAMES[name]}
                {name === 'anomalies' && <TabBadge />}
                {name === 'commands' && <OverdueSign />}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <GroundLinkSign />
          <DutyCrewSign onReport={() => openReport(true)} />
          <MissionOffer place="row" />
          <div className={styles.tools}>
            <ConsolesButton />
            <Tools />
          </div>
        </div>
        <TabStatus />
        <OverdueDescription />
      </Header>
      <div>
        <ExerciseLine />
      </div>
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        {TABS.map((name) => (
          <Tabs.Content
            key={name}
            className={styles.panel}
            value={name}
            tabIndex={name === 'orbital' ? -1 : 0} // its nested panels are focusable
          >
            {name === tab && (
              <CardBoundary title={TAB_NAMES[name]}>
                <Suspense fallback={<LoadingState headline={`Loading ${TAB_NAMES[name]}…`} />}>
                  {PANELS[name]()}
                </Suspense>
              </CardBoundary>
            )}
          </Tabs.Content>
        ))}
      </main>
      <div className={styles.notices}>
        <LinkNotice />
        <SharedMissionLine />
        <OtherBuildNotice />
        <UpdateNotice />
      </div>
      <Footer />
      <MissionOffer place="foot" />
      <WhenSettled>
        <AwayNotice />
      </WhenSettled>
      <PageStatus tab={tab} />
      <AnomalyAnnouncer />
      <Tour />
      <AnomalySound />
      <KeyBindings />
      <WhenSettled>
        <Tooltips />
      </WhenSettled>
      <ActionDialogs />
      <RecordingIntake />
      <Satellites />
      <Places />
      <ShiftReport />
      <Exercises />
    </Tabs.Root>
  );
}
