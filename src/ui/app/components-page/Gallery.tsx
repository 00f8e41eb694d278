import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { SATELLITE_IDS } from '../../../shared/entities/satellites.ts';
import { AnomalyDetectionCard } from '../../features/anomalies/AnomalyDetectionCard.tsx';
import { TabBadge } from '../../features/anomalies/TabBadge.tsx';
import { CommandUplinkCard } from '../../features/commands/CommandUplinkCard.tsx';
import { MissionPerformanceCard } from '../../features/performance/MissionPerformanceCard.tsx';
import { TelemetryCard } from '../../features/telemetry/TelemetryCard.tsx';
import { Card } from '../../kit/card/Card.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField, SelectField, TextAreaField } from '../../kit/controls/Field.tsx';
import { UtcTimeField } from '../../kit/controls/UtcTimeField.tsx';
import { STATUS_LEVELS } from '../../kit/status/levels.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { announce } from '../../kit/toasts/announce.ts';
import type { Store } from '../../mission/link/atoms.ts';
import { ProvenanceChip } from '../../mission/real-data/ProvenanceChip.tsx';
import { SourcesTable } from '../../mission/real-data/SourcesTable.tsx';
import { TimeShown } from '../../mission/time/TimeShown.tsx';
import { TransportBar } from '../../mission/time/TransportBar.tsx';
import { Header } from '../Header.tsx';
import styles from './components-page.module.css';
import { Swatches } from './Swatches.tsx';
import { emptyStore, fullStore, loadingStore, lostStore, SOURCES, TIMES } from './samples.ts';

const STATES: readonly (readonly [name: string, store: Store])[] = [
  ['full', fullStore],
  ['empty', emptyStore],
  ['loading', loadingStore],
  ['link lost', lostStore],
];

const TOASTS = ['success', 'info', 'warning', 'error'] as const;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {children}
    </section>
  );
}

function InEachState({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.states}>
      {STATES.map(([name, store]) => (
        <div key={name} className={styles.state} data-state={name}>
          <p className={styles.caption}>{name}</p>
          <Provider store={store}>{children}</Provider>
        </div>
      ))}
    </div>
  );
}

function Broken(): ReactNode {
  throw new Error('a sample of a failure');
}

/** Every component in every state, in the current theme. */
export function Gallery() {
  return (
    <>
      <Section title="Colours, with their contrast to a card">
        <Swatches />
      </Section>
      <Section title="Status levels">
        <p className={styles.row}>
          {STATUS_LEVELS.map((level) => (
            <StatusLabel key={level} level={level} word={level} />
          ))}
        </p>
      </Section>
      <Section title="Buttons">
        <p className={styles.row}>
          <Button look="primary">Primary</Button>
          <Button>Plain</Button>
          <Button look="quiet">Quiet</Button>
          <Button disabled>Disabled</Button>
          <Button isBusy>Busy</Button>
        </p>
      </Section>
      <Section title="Fields">
        <div className={styles.fields}>
          <InputField label="Empty" isRequired />
          <InputField label="Filled" defaultValue="Debris avoidance drill" hint="A hint below it" />
          <InputField label="In error" error="Please fill in all fields" />
          <InputField label="Disabled" disabled defaultValue="Not now" />
          <SelectField label="Select" options={['Low', 'Medium', 'High']} placeholder="Choose" />
          <SelectField label="Select in error" options={['Low']} error="Not one of the eight" />
          <UtcTimeField label="Time" value="2026-11-20 15:12" now={() => undefined} readOnly />
          <TextAreaField label="Text" defaultValue="More than one line" />
        </div>
      </Section>
      <Section title="Chips and badges">
        <InEachState>
          <p className={styles.row}>
            {SATELLITE_IDS.map((id) => (
              <ProvenanceChip key={id} id={id} />
            ))}
            <span>
              Anomalies <TabBadge />
            </span>
          </p>
        </InEachState>
      </Section>
      <Section title="Header">
        <InEachState>
          <Header />
        </InEachState>
      </Section>
      <Section title="Time control">
        <div className={styles.states}>
          {Object.entries(TIMES).map(([name, store]) => (
            <div key={name} className={styles.state} data-state={name}>
              <p className={styles.caption}>{name}</p>
              <Provider store={store}>
                <p>
                  <TimeShown />
                </p>
                <div className={styles.time}>
                  <TransportBar />
                </div>
              </Provider>
            </div>
          ))}
        </div>
      </Section>
      <Section title="Toasts">
        <p className={styles.row}>
          {TOASTS.map((level) => (
            <Button key={level} onClick={() => announce({ id: level, level, text: `A notice of ${level}` })}>
              {level}
            </Button>
          ))}
        </p>
      </Section>
      <Section title="A table">
        <div className={styles.wide}>
          <SourcesTable view={SOURCES} />
        </div>
      </Section>
      <Section title="Cards">
        <Card title="A card that failed">
          <Broken />
        </Card>
        <InEachState>
          <TelemetryCard />
        </InEachState>
        <InEachState>
          <AnomalyDetectionCard />
        </InEachState>
        <InEachState>
          <MissionPerformanceCard />
        </InEachState>
        <InEachState>
          <CommandUplinkCard />
        </InEachState>
      </Section>
    </>
  );
}
