import { SPECIFIED_NETWORK } from '../../src/shared/contract/network.ts';
import { type EpochMs, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import type { MapPalette } from '../../src/ui/map/draw/palette.ts';
import { groundTrack } from '../../src/ui/map/geometry/track.ts';
import type { BaseMapScene } from '../../src/ui/map/layers/base-map.ts';
import { networkPasses } from '../../src/ui/mission/contacts/stations-shown.ts';
import { completeContacts } from '../../src/worker/orbit/contacts.ts';
import { followEphemerides } from '../../src/worker/orbit/ephemerides.ts';
import { createPropagators } from '../../src/worker/orbit/propagators.ts';

/** Returns the base map scene of both satellites, with whole orbits of track, for instants from `start` on. */
export function missionScenes(start: EpochMs, palette: MapPalette): (time: EpochMs) => BaseMapScene {
  const propagators = createPropagators();
  const contacts = completeContacts(propagators, SPECIFIED_NETWORK, start).plan;
  const stations = networkPasses(contacts, 'orbita');
  return (time) => {
    const ephemerides = followEphemerides(undefined, propagators, time);
    const satellites = (['iss', 'orbita'] as const).flatMap((id) => {
      const ephemeris = ephemerides[id];
      if (ephemeris.status === 'unavailable' || !contacts.satellites[id].ok) return [];
      const { window } = ephemeris;
      const track = { track: groundTrack(window), phases: [], color: palette.satellites[id], opacity: 1 };
      return [{ id, window, track }];
    });
    return {
      satellites,
      front: 'orbita',
      linkEnd: SPECIFIED_NETWORK[1],
      covers: [],
      stations,
      reach: { trailMs: 93 * MS_PER_MIN, leadMs: 93 * MS_PER_MIN },
    };
  };
}
