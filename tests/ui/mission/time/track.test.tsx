import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SessionMarks } from '../../../../src/shared/contract/history.ts';
import { ANOMALY_SEVERITIES } from '../../../../src/shared/entities/entities.ts';
import { Track } from '../../../../src/ui/mission/time/Track.tsx';
import { later, T0 } from '../../../support/mission.ts';
import { MISSION } from '../../../support/time-control.tsx';

const HOUR_MS = 3_600_000;
const NONE: SessionMarks = { anomalies: [], commands: [], events: [], contacts: [], eclipses: [] };

/** Returns anomalies of all severities in turn, spread evenly over a session. */
const anomaliesIn = (hours: number, count: number): SessionMarks['anomalies'] =>
  Array.from({ length: count }, (_, index) => ({
    id: `anomaly-${index}`,
    time: later((index / count) * hours * HOUR_MS),
    type: 'Battery',
    severity: ANOMALY_SEVERITIES[index % ANOMALY_SEVERITIES.length] ?? 'Low',
    message: 'Battery voltage low',
  }));

function drawn(hours: number, marks: SessionMarks) {
  const edge = later(hours * HOUR_MS);
  const { container } = render(
    <Track
      session={{ start: T0, edge }}
      time={edge}
      marks={marks}
      branch={MISSION}
      branches={[MISSION]}
      ongoing={new Set()}
    />,
  );
  const paths = [...container.querySelectorAll('path')];
  const ticks = (severity: string): readonly string[] =>
    paths
      .find((path) => path.dataset.severity === severity)
      ?.getAttribute('d')
      ?.match(/M[^M]+/g) ?? [];
  return { count: paths.length, ticks };
}

describe('the track of the session', () => {
  it('has a tick for each anomaly, the critical ones higher', () => {
    const { ticks } = drawn(1, { ...NONE, anomalies: anomaliesIn(1, 8) });
    expect(ticks('Low')).toEqual(['M0 15V20', 'M1000 15V20']);
    expect(ticks('Critical')).toEqual(['M750 0V20', 'M1750 0V20']);
  });

  it('has no more elements for a week of anomalies, and one tick where several fall together', () => {
    const few = drawn(1, { ...NONE, anomalies: anomaliesIn(1, 8) });
    const many = drawn(7 * 24, { ...NONE, anomalies: anomaliesIn(7 * 24, 20_000) });
    expect(many.count).toBe(few.count);
    const ticks = many.ticks('High');
    expect(new Set(ticks).size).toBe(ticks.length);
    expect(ticks).toHaveLength(2000);
  });
});
