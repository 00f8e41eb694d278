// `node --import ./scripts/mission-in-node.mjs file.ts`: TypeScript in every Node that we support, and in the packages
// that the mission computes with the same functions as in its worker.
import module from 'node:module';
import { load } from './mission-loader.mjs';

// Node 20 has no other than `register`, of which Node 26 says that it will go.
if (module.registerHooks) module.registerHooks({ load });
else module.register('./mission-loader.mjs', import.meta.url);
