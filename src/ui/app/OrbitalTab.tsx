import { useStore } from 'jotai';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { LIVE_SATELLITE, SATELLITE_IDS } from '../../shared/entities/satellites.ts';
import { AstronautsCard } from '../features/astronauts/AstronautsCard.tsx';
import { OrbitalPositionCard } from '../features/orbital/OrbitalPositionCard.tsx';
import { followsPassesAtom } from '../features/passes/follows-passes.ts';
import { PassesPanel } from '../features/passes/PassesPanel.tsx';
import { GroundStationsCard } from '../features/stations/GroundStationsCard.tsx';
import { SkyCard } from '../features/tracking/SkyCard.tsx';
import { TrackingCard } from '../features/tracking/TrackingCard.tsx';
import {
  hasObserver,
  ORBITAL_VIEW_NAMES,
  ORBITAL_VIEWS,
  type OrbitalView,
  readOrbitalView,
  writeOrbitalView,
} from '../mission/navigation/address.ts';
import styles from './orbital-tab.module.css';

/**
 * Sub-tabs of spec §2 for the ISS (default) and ORBITA-1, each with its map and tracking cards, plus the
 * passes of all satellites, which are the default for a user who follows passes. The default does not change
 * while the tab is open.
 */
export function OrbitalTab() {
  const [query, setQuery] = useSearchParams();
  const store = useStore();
  const [usual] = useState(
    (): OrbitalView => (hasObserver(query) || store.get(followsPassesAtom) ? 'passes' : LIVE_SATELLITE),
  );
  const own = readOrbitalView(query, usual);
  const openView = (value: string) => {
    const current = new URLSearchParams(window.location.search);
    if (value !== readOrbitalView(current, usual)) setQuery(writeOrbitalView(current, value as OrbitalView)); // Radix reports a click twice
  };
  return (
    <Tabs.Root className={styles.tab} value={own} onValueChange={openView}>
      <Tabs.List className={styles.subTabs} aria-label="Satellite or passes">
        {ORBITAL_VIEWS.map((view) => (
          <Tabs.Trigger key={view} className={styles.subTab} value={view}>
            {ORBITAL_VIEW_NAMES[view]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {SATELLITE_IDS.map((id) => (
        <Tabs.Content key={id} className={styles.panel} value={id}>
          {id === own && (
            <div className={styles.cards} data-astronauts={id === LIVE_SATELLITE}>
              <OrbitalPositionCard className={styles.map} own={id} />
              <TrackingCard className={styles.tracking} id={id} />
              <SkyCard className={styles.sky} id={id} />
              <GroundStationsCard className={styles.stations} id={id} />
              {id === LIVE_SATELLITE && <AstronautsCard className={styles.astronauts} />}
            </div>
          )}
        </Tabs.Content>
      ))}
      <Tabs.Content className={styles.passes} value="passes">
        {own === 'passes' && <PassesPanel />}
      </Tabs.Content>
    </Tabs.Root>
  );
}
