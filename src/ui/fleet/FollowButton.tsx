import { useSetAtom } from 'jotai';
import type { ComponentProps } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { wantedFollowAtom } from './atoms.ts';
import type { AddedSatellite } from './fleet.ts';
import type { SatelliteStatus } from './satellite-status.ts';

interface Props extends Pick<ComponentProps<'button'>, 'aria-label' | 'className'> {
  readonly satellite: AddedSatellite;
  readonly status: SatelliteStatus;
  /** The user turns to the map. */
  readonly onLeave: () => void;
}

/** Has the map follow a satellite that it shows. */
export function FollowButton({ satellite: { id, isShown }, status, onLeave, ...rest }: Props) {
  const follow = useSetAtom(wantedFollowAtom);
  return (
    <Button
      {...rest}
      look="quiet"
      disabled={status.isLeftOut || !isShown}
      onClick={() => {
        follow(id);
        onLeave();
      }}
    >
      Follow
    </Button>
  );
}
