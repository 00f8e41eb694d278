import type { Family } from '../exposition.ts';
import type { RoomsHealth } from '../health.ts';
import { createCounter } from '../meters.ts';
import type { DeliveryMeter } from './live-room.ts';

/** What became of an act: it may have been delayed, and sent again, before. */
export type ActOutcome = 'appended' | 'duplicate' | 'refilled' | 'refused' | 'delayed';

/** Counts what rooms do. */
export interface RoomMeters extends DeliveryMeter {
  act(outcome: ActOutcome): void;
  /** An access to the home has failed. */
  failed(): void;
  read(): readonly Family[];
}

export function createRoomMeters(health: () => RoomsHealth): RoomMeters {
  const acts = createCounter('orbita_room_acts_total', 'Acts of operators in rooms, by outcome.', [
    'outcome',
  ]);
  const closed = createCounter('orbita_room_sockets_closed_total', 'Sockets that rooms closed, by code.', [
    'code',
  ]);
  const deliveries = createCounter('orbita_room_deliveries_total', 'Messages sent to consoles in rooms.', []);
  const failures = createCounter(
    'orbita_room_home_failures_total',
    'Failed accesses to the store of rooms.',
    [],
  );
  const delivered = deliveries.of();
  const failed = failures.of();
  return {
    act(outcome) {
      acts.of(outcome).count += 1;
    },
    closed(code) {
      closed.of(String(code)).count += 1;
    },
    delivered(count) {
      delivered.count += count;
    },
    failed() {
      failed.count += 1;
    },
    read() {
      const { openRooms, operators, viewers } = health();
      const gauge = (name: string, help: string, samples: Family['samples']): Family => ({
        name,
        help,
        type: 'gauge',
        samples,
      });
      return [
        gauge('orbita_rooms_open', 'Rooms with consoles.', [{ labels: {}, value: openRooms }]),
        gauge('orbita_room_consoles', 'Consoles in rooms, by role.', [
          { labels: { role: 'operator' }, value: operators },
          { labels: { role: 'viewer' }, value: viewers },
        ]),
        ...[acts, closed, deliveries, failures].map((meter) => meter.read()),
      ];
    },
  };
}
