import { createMemoryHome } from '../../../../src/gateway/rooms/memory-home.ts';
import { testRoomHome } from '../../../support/room-homes.ts';

testRoomHome('memory', async () => ({ home: createMemoryHome() }), { crash: false });
