// `node --import ./scripts/mission-in-node.mjs file.ts`: runs TypeScript in every supported Node, and makes the
// mission's packages use the same math as in its worker.
import module from 'node:module';
import { load } from './mission-loader.mjs';

// Node 20 has only `register`, which Node 26 deprecates.
if (module.registerHooks) module.registerHooks({ load });
else module.register('./mission-loader.mjs', import.meta.url);
