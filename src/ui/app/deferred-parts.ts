import type { ComponentType } from 'react';
import { type OnDemand, onDemand } from '../kit/on-demand/on-demand.tsx';

/** Parts of the page that are fetched after its first view. */

type Tabs = typeof import('./tabs.ts').TABS;
type SettledParts = typeof import('./settled-parts.ts').SETTLED_PARTS;

const tabPart = <Props extends object>(choose: (tabs: Tabs) => ComponentType<Props>): OnDemand<Props> =>
  onDemand(['tabs'], async () => choose((await import('./tabs.ts')).TABS));

const settledPart = <Props extends object>(
  choose: (parts: SettledParts) => ComponentType<Props>,
): OnDemand<Props> =>
  onDemand(['settled-parts'], async () => choose((await import('./settled-parts.ts')).SETTLED_PARTS));

const orbitalTab = tabPart((tabs) => tabs.OrbitalTab);
const commandsTab = tabPart((tabs) => tabs.CommandsTab);
const missionTimeline = tabPart((tabs) => tabs.MissionTimelineCard);
const eventLog = tabPart((tabs) => tabs.EventLogCard);
const skyCard = tabPart((tabs) => tabs.SkyCard);
const telemetryTab = tabPart((tabs) => tabs.TelemetryTab);
const transportBar = settledPart((parts) => parts.TransportBar);

export const OrbitalTab = orbitalTab.Component;
export const CommandsTab = commandsTab.Component;
export const MissionTimelineCard = missionTimeline.Component;
export const EventLogCard = eventLog.Component;
export const SkyCard = skyCard.Component;
export const TelemetryTab = telemetryTab.Component;
export const TransportBar = transportBar.Component;
export const AwayNotice = settledPart((parts) => parts.AwayNotice).Component;
export const ShiftLine = settledPart((parts) => parts.ShiftLine).Component;
export const Tooltips = settledPart((parts) => parts.Tooltips).Component;

const CARDS = [orbitalTab, commandsTab, missionTimeline, eventLog, skyCard, telemetryTab, transportBar];

/**
 * Fetches the scripts of all other tabs, so that they open at once. A failed one is fetched again when its
 * tab is opened.
 */
export async function prefetchCards(): Promise<void> {
  await Promise.allSettled(CARDS.map(({ prefetch }) => prefetch()));
}
