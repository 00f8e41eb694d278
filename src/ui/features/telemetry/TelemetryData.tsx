import { useAtomValue } from 'jotai';
import { CHANNELS, TELEMETRY_CHANNELS, telemetryLevel } from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { ShowData } from '../../kit/tables/ShowData.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import styles from './telemetry.module.css';
import { TELEMETRY_STATUS, TELEMETRY_TEXT } from './telemetry-levels.ts';

/** The history of all channels as a table, with the data of the charts. */
export function TelemetryData() {
  return (
    <ShowData of="telemetry" title="Telemetry samples" note="newest first, times UTC" isCompact>
      <SampleTable />
    </ShowData>
  );
}

/** Table of the 20 samples. */
export function SampleTable() {
  const history = useAtomValue(sliceAtoms.telemetry) ?? [];
  const displays = TELEMETRY_CHANNELS.map((channel) => ({ channel, ...CHANNELS[channel] }));
  return (
    <DataTable
      caption="One row per sample; values outside limits are marked."
      columns={['Time', ...displays.map(({ title, unit }) => `${title}, ${unit}`)]}
      rows={history.toReversed().map((sample) => ({
        key: sample.timestamp,
        cells: [
          formatUtcTime(sample.timestamp),
          ...displays.map(({ channel, decimals }) => {
            const level = telemetryLevel(channel, sample[channel]);
            return (
              <span key={channel} className={styles.dataValue}>
                {level !== 'nominal' && (
                  <StatusLabel level={TELEMETRY_STATUS[level]} word={TELEMETRY_TEXT[level]} />
                )}{' '}
                {formatNumber(sample[channel], decimals)}
              </span>
            );
          }),
        ],
      }))}
    />
  );
}
