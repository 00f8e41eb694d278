import { createContext } from 'react';
import type { Remotely } from '../../../shared/contract/outcome.ts';
import type { RoomControl } from '../../../shared/contract/room.ts';
import type { MissionLink } from './link.ts';

/** Sharing of the mission with other machines. */
export type Sharing = Remotely<RoomControl> & Pick<MissionLink, 'enterRoom'>;

/** `undefined` without a mission. */
export const SharingContext = createContext<Sharing | undefined>(undefined);
