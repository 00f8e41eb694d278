import { useMemo } from 'react';
import { contactsOf } from '../../contacts/contacts-at.ts';
import { illuminations } from '../geometry/illumination.ts';
import { groundTrack } from '../geometry/track.ts';
import type { ChartScene } from '../layers/base-map.ts';
import type { SceneProps } from './MapScene.tsx';

/** Opacity of the track of a satellite that is not in front. */
const BACK_OPACITY = 0.7;

type Props = Pick<SceneProps, 'satellites' | 'front' | 'contacts' | 'palette' | 'trailMs' | 'leadMs'>;

/** Content of the base map; the same object until it changes. */
export function useChartScene({ satellites, front, contacts, palette, trailMs, leadMs }: Props): ChartScene {
  const tracks = useMemo(
    () => new Map(satellites.map(({ id, window }) => [id, groundTrack(window)])),
    [satellites],
  );
  return useMemo(
    () => ({
      satellites: satellites.flatMap(({ id, window }) => {
        const track = tracks.get(id);
        if (!track) return [];
        const phases = illuminations(window, contactsOf(contacts, id));
        const opacity = id === front ? 1 : BACK_OPACITY;
        return [{ id, window, track: { track, phases, color: palette.satellites[id], opacity } }];
      }),
      front,
      frontContacts: contactsOf(contacts, front),
      reach: { trailMs, leadMs },
    }),
    [satellites, tracks, front, contacts, palette, trailMs, leadMs],
  );
}
