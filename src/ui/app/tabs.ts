import { EventLogCard } from '../features/log/EventLogCard.tsx';
import { MissionTimelineCard } from '../features/timeline/MissionTimelineCard.tsx';
import { SkyCard } from '../features/tracking/SkyCard.tsx';
import { CommandsTab } from './CommandsTab.tsx';
import { OrbitalTab } from './OrbitalTab.tsx';
import { TelemetryTab } from './TelemetryTab.tsx';

/** Content of the tabs other than the Overview: one chunk. */
export const TABS = { CommandsTab, EventLogCard, MissionTimelineCard, OrbitalTab, SkyCard, TelemetryTab };
