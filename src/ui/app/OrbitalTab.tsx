import { Tabs } from 'radix-ui';
import { useSearchParams } from 'wouter';
import { LIVE_SATELLITE, SATELLITE_IDS, SATELLITES, type SatelliteId } from '../../shared/satellites.ts';
import { AstronautsCard } from '../astronauts/AstronautsCard.tsx';
import { readSatellite, writeSatellite } from '../navigation/address.ts';
import { OrbitalPositionCard } from '../orbital/OrbitalPositionCard.tsx';
import { PassesCard } from '../passes/PassesCard.tsx';
import { GroundStationsCard } from '../stations/GroundStationsCard.tsx';
import { SkyCard } from '../tracking/SkyCard.tsx';
import { TrackingCard } from '../tracking/TrackingCard.tsx';
import styles from './orbital-tab.module.css';

/** Spec §2: sub-tabs for the ISS (default) and ORBITA-1, each with its map card and its tracking cards. */
export function OrbitalTab() {
  const [query, setQuery] = useSearchParams();
  const own = readSatellite(query);
  const openSatellite = (value: string) => {
    const current = new URLSearchParams(window.location.search);
    if (value !== readSatellite(current)) setQuery(writeSatellite(current, value as SatelliteId)); // Radix reports a click twice
  };
  return (
    <Tabs.Root className={styles.tab} value={own} onValueChange={openSatellite}>
      <Tabs.List className={styles.subTabs} aria-label="Satellite">
        {SATELLITE_IDS.map((id) => (
          <Tabs.Trigger key={id} className={styles.subTab} value={id}>
            {SATELLITES[id].name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {SATELLITE_IDS.map((id) => (
        <Tabs.Content key={id} className={styles.panel} value={id}>
          {id === own && (
            <>
              <div className={styles.cards} data-astronauts={id === LIVE_SATELLITE}>
                <OrbitalPositionCard className={styles.map} own={id} />
                <TrackingCard className={styles.tracking} id={id} />
                <SkyCard className={styles.sky} id={id} />
                <GroundStationsCard className={styles.stations} id={id} />
                {id === LIVE_SATELLITE && <AstronautsCard className={styles.astronauts} />}
              </div>
              <PassesCard className={styles.passes} />
            </>
          )}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
