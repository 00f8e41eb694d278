// `node --import ./scripts/mission-in-node.mjs file.ts`: TypeScript in every Node that we support, and in the packages
// that the mission computes with the same functions as in its worker.
import { register } from 'node:module';

register('./mission-loader.mjs', import.meta.url);
