import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { AnomalyEntry } from '../../../../src/ui/features/anomalies/AnomalyEntry.tsx';
import { CommandRow } from '../../../../src/ui/features/commands/CommandRow.tsx';
import { LogRow } from '../../../../src/ui/features/log/LogRow.tsx';
import { EventRow } from '../../../../src/ui/features/timeline/EventRow.tsx';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { OperationsContext } from '../../../../src/ui/mission/link/operations.ts';
import { renderWithTime, START, transportView } from '../../../support/time-control.tsx';
import { anomaly } from '../../features/anomalies/fixtures.ts';
import { command } from '../../features/commands/commands.ts';
import { eventOf } from '../../features/timeline/fixture.tsx';

const THEN = addMs(START, 20 * MS_PER_MIN);
const log = (time = THEN) => (
  <LogRow entry={{ id: 1, time, kind: 'Pass', level: 'info', text: 'AOS Madrid' }} />
);

describe('the way to an instant', () => {
  it('leads from a log entry, described by its text', async () => {
    const { control } = renderWithTime(log());
    const button = screen.getByRole('button', { name: 'Show this instant' });
    expect(button).toHaveAccessibleDescription('AOS Madrid');
    await userEvent.click(button);
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(THEN);
  });

  it('leads from an anomaly', async () => {
    const { control } = renderWithTime(
      <OperationsContext value={{} as never}>
        <AnomalyEntry anomaly={anomaly('a', { timestamp: THEN })} isOngoing isWide={false} isFirst />
      </OperationsContext>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show this instant' }));
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(THEN);
  });

  it('leads from the verification of a command to its execution', async () => {
    const executed = command('c', { status: 'Executed', executionTime: THEN });
    const { control, store } = renderWithTime(<CommandRow command={executed} />);
    expect(screen.queryByRole('button')).toBeNull();
    store.set(sliceAtoms.verifications, [
      { commandId: 'c', expected: 'more signal', verdict: 'confirmed', observed: 'signal +12 %' },
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Show this instant' }));
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(THEN);
  });

  it('leads from an event to its start, once that is past', async () => {
    const event = eventOf('a', { startTime: THEN, endTime: addMs(THEN, MS_PER_MIN) });
    const row = (
      <OperationsContext value={{} as never}>
        <EventRow event={event} />
      </OperationsContext>
    );
    const { control, store } = renderWithTime(row, transportView(), { shown: addMs(THEN, -1000) });
    const showMe = () => screen.queryByRole('button', { name: 'Show this instant' });
    expect(showMe()).toBeNull();
    act(() => store.set(missionSecondAtom, THEN));
    expect(showMe()).toHaveAccessibleDescription('Event a');
    await userEvent.click(showMe() as HTMLElement);
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(THEN);
  });

  it('does not lead before the start of the session', () => {
    renderWithTime(log(addMs(START, -1)));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
