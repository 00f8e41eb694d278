import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { PositionTable } from '../../../../src/ui/features/orbital/PositionTable.tsx';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { startMission } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

describe('the position table', () => {
  it('changes its illumination at the second of the plan', () => {
    const mission = startMission();
    const { clock, contacts } = mission.snapshot();
    const plan = contacts.value.satellites.orbita;
    if (!plan.ok) throw new Error(plan.message);
    const enter = plan.value.illuminationChanges.find(
      ({ time, phase }) => time > clock.value.time && phase === 'penumbra',
    );
    const umbra = plan.value.illuminationChanges.find(
      ({ time, phase }) => time > (enter?.time ?? 0) && phase === 'umbra',
    );
    if (!enter || !umbra) throw new Error('no eclipse');
    const store = createStore();
    showMission(store, mission);
    renderWithStore(<PositionTable />, store);
    const lightAt = (time: number) => {
      act(() => store.set(missionSecondAtom, epochMs(time)));
      return screen.getByRole('row', { name: /ORBITA-1/ }).lastElementChild?.textContent;
    };
    expect(lightAt(enter.time - 1000)).toBe('Sunlit');
    expect(lightAt(enter.time + 1000)).toBe('Penumbra');
    expect(lightAt(umbra.time + 1000)).toBe('Eclipse');
  });
});
