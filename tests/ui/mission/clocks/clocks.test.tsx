import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { SatelliteContacts } from '../../../../src/shared/contract/contact-plan.ts';
import type { TimelineEvent } from '../../../../src/shared/entities/entities.ts';
import type { StationId } from '../../../../src/shared/entities/stations.ts';
import { MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import type { Pass } from '../../../../src/shared/orbit/passes.ts';
import { formatClock } from '../../../../src/ui/kit/format.ts';
import {
  nextContactMilestone,
  nextEventMilestone,
  nextLightMilestone,
} from '../../../../src/ui/mission/clocks/clocks.ts';
import { MissionClocks } from '../../../../src/ui/mission/clocks/MissionClocks.tsx';
import { linkStateAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { overStations } from '../../../support/contact-plans.ts';
import { later, startMission, T0 } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

const inMin = (minutes: number) => later(minutes * MS_PER_MIN);

/** Returns passes given by minutes after `T0`. */
function contactsWith(passes: Partial<Record<StationId, readonly (readonly [number, number])[]>>) {
  const of = (id: StationId) =>
    (passes[id] ?? []).map(([from, to]) => ({ aos: inMin(from), los: inMin(to) }) as Pass);
  return {
    stations: overStations({
      houston: of('houston'),
      madrid: of('madrid'),
      canberra: of('canberra'),
      baikonur: of('baikonur'),
    }),
    eclipseTransitions: [
      { time: inMin(-10), isEclipsed: false },
      { time: inMin(20), isEclipsed: true },
      { time: inMin(55), isEclipsed: false },
    ],
    illuminationChanges: [],
  } satisfies SatelliteContacts;
}

describe('the next contact', () => {
  it.each([
    [
      'the beginning of the next one',
      { madrid: [[10, 18]], houston: [[40, 45]] },
      { contact: 'AOS', name: 'Madrid' },
      10,
    ],
    [
      'the end of the one under way',
      { madrid: [[-2, 6]], houston: [[3, 9]] },
      { contact: 'LOS', name: 'Madrid' },
      6,
    ],
    [
      'the end of the longest under way',
      { madrid: [[-2, 4]], houston: [[-1, 7]] },
      { contact: 'LOS', name: 'Houston' },
      7,
    ],
    [
      'not one with a station that is not active',
      { baikonur: [[1, 9]], canberra: [[30, 38]] },
      { contact: 'AOS', name: 'Canberra' },
      30,
    ],
    [
      'not one that is over',
      {
        madrid: [
          [-9, -1],
          [80, 88],
        ],
      },
      { contact: 'AOS', name: 'Madrid' },
      80,
    ],
  ] as const)('is %s', (_, passes, contact, minutes) => {
    expect(nextContactMilestone(contactsWith(passes), T0)).toEqual({ ...contact, time: inMin(minutes) });
  });

  it('changes from AOS to LOS exactly at AOS', () => {
    const contacts = contactsWith({ madrid: [[10, 18]] });
    expect(nextContactMilestone(contacts, later(-1, inMin(10)))?.contact).toBe('AOS');
    expect(nextContactMilestone(contacts, inMin(10))?.contact).toBe('LOS');
    expect(nextContactMilestone(contacts, inMin(18))).toBeUndefined();
  });
});

describe('the next eclipse transition and the next event', () => {
  it('is an eclipse entry or exit', () => {
    expect(nextLightMilestone(contactsWith({}), T0)).toEqual({ name: 'Eclipse', time: inMin(20) });
    expect(nextLightMilestone(contactsWith({}), inMin(20))).toEqual({ name: 'Sunrise', time: inMin(55) });
    expect(nextLightMilestone(contactsWith({}), inMin(55))).toBeUndefined();
  });

  it('is the first future event that is not cancelled', () => {
    const event = (title: string, minutes: number, status: TimelineEvent['status'] = 'Scheduled') =>
      ({ title, startTime: inMin(minutes), status }) as TimelineEvent;
    const events = [
      event('past', -5),
      event('cancelled', 5, 'Cancelled'),
      event('next', 30),
      event('then', 60),
    ];
    expect(nextEventMilestone(events, T0)).toEqual({ name: 'next', time: inMin(30) });
    expect(nextEventMilestone(events, inMin(60))).toBeUndefined();
  });
});

describe('a countdown’s text', () => {
  it.each([
    [0, '00:00:00'],
    [-5 * MS_PER_S, '00:00:00'],
    [59_999, '00:00:59'],
    [14 * MS_PER_MIN + 32 * MS_PER_S, '00:14:32'],
    [MS_PER_DAY - 1, '23:59:59'],
    [MS_PER_DAY + 3 * MS_PER_S, '1d 00:00:03'],
  ])('of %i ms is %s', (ms, text) => {
    expect(formatClock(ms)).toBe(text);
  });
});

describe('the clocks of the header', () => {
  const values = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
  const names = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

  it('count down by the mission’s plan, the most urgent first', () => {
    const mission = startMission();
    const { contacts, timeline } = mission.snapshot();
    const plan = contacts.value.satellites.orbita;
    if (!plan.ok) throw new Error(plan.message);
    const { store, container } = renderWithStore(<MissionClocks />);
    act(() => showMission(store, mission));
    const contact = nextContactMilestone(plan.value, T0);
    const light = nextLightMilestone(plan.value, T0);
    const event = nextEventMilestone(timeline.value, T0);
    expect(names()).toEqual(['UTC', 'MET', `${contact?.contact} ${contact?.name}`, light?.name, event?.name]);
    expect(values().slice(2)).toEqual(
      [contact, light, event].map((milestone) => `in ${formatClock((milestone?.time ?? T0) - T0)}`),
    );
    const titleOf = (kind: string) =>
      container.querySelector(`[data-clock="${kind}"]`)?.getAttribute('title');
    expect(container.querySelector('dl')?.getAttribute('aria-label')).toBe('ORBITA-1 clocks');
    for (const kind of ['contact', 'light']) expect(titleOf(kind)).toMatch(/^ORBITA-1: /);
    expect(titleOf('event')).not.toContain('ORBITA-1');
    expect(container.querySelector('[aria-live], [role="status"], [role="timer"]')).toBeNull();
  });

  it('show unknown while the link is lost, and none if none is planned', () => {
    const store = createStore();
    renderWithStore(<MissionClocks />, store);
    expect(values()).toEqual(Array(5).fill('--:--:--'));
    act(() => {
      showMission(store, startMission());
      store.set(sliceAtoms.timeline, []);
    });
    expect(values().at(-1)).toBe('none');
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(names().slice(2)).toEqual(['Next contact', 'Next light', 'Next event']);
    expect(values().slice(2)).toEqual(Array(3).fill('--:--:--'));
  });
});
