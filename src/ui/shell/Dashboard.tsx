import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { OrbitalPositionCard } from '../orbital/OrbitalPositionCard.tsx';
import { TelemetryCard } from '../telemetry/TelemetryCard.tsx';
import { QuietLine } from './Card.tsx';
import styles from './dashboard.module.css';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { readTab, TAB_NAMES, TABS, type Tab, writeTab } from './tabs.ts';

const PANELS: Readonly<Record<Tab, () => ReactNode>> = {
  overview: () => (
    <div className={styles.overview}>
      <TelemetryCard className={styles.telemetry} />
      <OrbitalPositionCard className={styles.orbital} />
    </div>
  ),
  telemetry: () => <TelemetryCard className={styles.single} isWide />,
  orbital: () => <QuietLine>Orbit tracking opens in a later release.</QuietLine>,
  commands: () => <QuietLine>Command uplink opens in a later release.</QuietLine>,
  timeline: () => <QuietLine>The mission timeline opens in a later release.</QuietLine>,
  anomalies: () => <QuietLine>Anomaly detection opens in a later release.</QuietLine>,
};

/** The dashboard of spec §2. The chosen tab is in the URL's query. */
export function Dashboard() {
  const [query, setQuery] = useSearchParams();
  const tab = readTab(query);
  const openTab = (value: string) => {
    // Radix tells a click twice, by its press and by its focus, before the first one is rendered.
    const current = new URLSearchParams(window.location.search);
    if (value !== readTab(current)) setQuery(writeTab(current, value as Tab));
  };
  return (
    <Tabs.Root className={styles.dashboard} value={tab} onValueChange={openTab}>
      <Header>
        <Tabs.List className={styles.tabs} aria-label="Mission views">
          {TABS.map((name) => (
            <Tabs.Trigger key={name} className={styles.tab} value={name}>
              {TAB_NAMES[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </Header>
      <main className={styles.main}>
        {TABS.map((name) => (
          <Tabs.Content key={name} className={styles.panel} value={name}>
            {name === tab && PANELS[name]()}
          </Tabs.Content>
        ))}
      </main>
      <Footer />
    </Tabs.Root>
  );
}
