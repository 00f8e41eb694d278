// `npm test`: every check there is. The browser tests leave a fifth of two processors free, waiting for clocks and browsers: the other
// checks run beside them.
import { availableParallelism } from 'node:os';
import { runLanes } from './checks.mjs';

const unitWorkers = Math.max(1, Math.floor(availableParallelism() / 2));

await runLanes([
  [['test:browser']],
  [['lint'], ['typecheck'], ['audit'], ['test:unit', `--maxWorkers=${unitWorkers}`]],
]);
