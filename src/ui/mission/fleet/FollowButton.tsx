import { useSetAtom } from 'jotai';
import type { ComponentProps } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { useShowMap } from '../navigation/shown-map.ts';
import { wantedFollowAtom } from './atoms.ts';
import type { Satellite } from './fleet.ts';
import type { SatelliteStatus } from './satellite-status.ts';

interface Props extends Pick<ComponentProps<'button'>, 'aria-label' | 'className'> {
  readonly satellite: Satellite;
  readonly status: SatelliteStatus;
  /** Called when the user turns to the map. */
  readonly onLeave: () => void;
}

/** Makes the map follow a satellite that it shows. */
export function FollowButton({ satellite: { id, mission, isShown }, status, onLeave, ...rest }: Props) {
  const follow = useSetAtom(wantedFollowAtom);
  const showMap = useShowMap();
  return (
    <Button
      {...rest}
      look="quiet"
      disabled={status.isLeftOut || !isShown}
      onClick={() => {
        follow(mission ?? id);
        onLeave();
        showMap();
      }}
    >
      Follow
    </Button>
  );
}
