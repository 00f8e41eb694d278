import { onDemand } from '../kit/on-demand/on-demand.tsx';

/**
 * Cards outside the Overview: fetched when the page is idle, or when their tab is opened; the time control: with the
 * first data.
 */

const orbitalTab = onDemand(['OrbitalTab'], async () => (await import('./OrbitalTab.tsx')).OrbitalTab);
const commandsTab = onDemand(['CommandsTab'], async () => (await import('./CommandsTab.tsx')).CommandsTab);
const missionTimeline = onDemand(
  ['MissionTimelineCard'],
  async () => (await import('../timeline/MissionTimelineCard.tsx')).MissionTimelineCard,
);
const eventLog = onDemand(
  ['EventLogCard'],
  async () => (await import('../log/EventLogCard.tsx')).EventLogCard,
);
const skyCard = onDemand(['SkyCard'], async () => (await import('../tracking/SkyCard.tsx')).SkyCard);
const telemetryTab = onDemand(
  ['TelemetryTab'],
  async () => (await import('./TelemetryTab.tsx')).TelemetryTab,
);

const transportBar = onDemand(
  ['TransportBar'],
  async () => (await import('../time/TransportBar.tsx')).TransportBar,
);

const awayNotice = onDemand(['AwayNotice'], async () => (await import('../away/AwayNotice.tsx')).AwayNotice);

export const OrbitalTab = orbitalTab.Component;
export const CommandsTab = commandsTab.Component;
export const MissionTimelineCard = missionTimeline.Component;
export const EventLogCard = eventLog.Component;
export const SkyCard = skyCard.Component;
export const TelemetryTab = telemetryTab.Component;
export const TransportBar = transportBar.Component;
export const AwayNotice = awayNotice.Component;

const CARDS = [orbitalTab, commandsTab, missionTimeline, eventLog, telemetryTab, transportBar];

/**
 * Fetches the scripts of all other tabs, so that they open at once. A failed one is fetched again when its
 * tab is opened.
 */
export async function prefetchCards(): Promise<void> {
  await Promise.allSettled(CARDS.map(({ prefetch }) => prefetch()));
}
