import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ChannelRow } from '../../../../src/ui/features/telemetry/ChannelRow.tsx';
import { sample } from '../../../support/telemetry.ts';

const row = (batteryVoltage: number) => (
  <ChannelRow
    channel="batteryVoltage"
    history={[sample(0, { batteryVoltage })]}
    isStale={false}
    chart={null}
  />
);

describe('a channel whose level changes', () => {
  it('is marked by each change, and by nothing else', () => {
    const { container, rerender } = render(row(28));
    const mark = () => container.querySelector('li')?.getAttribute('data-changed');
    expect(mark()).toBeNull();
    rerender(row(27));
    expect(mark()).toBeNull();
    rerender(row(21));
    expect(mark()).toBe('odd');
    rerender(row(20.9));
    expect(mark()).toBe('odd');
    rerender(row(19));
    expect(mark()).toBe('even');
  });
});
