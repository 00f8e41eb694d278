// `npm run test:quick`: the checks of the loop of work: format and lint, types, and the unit and component tests of what has changed
// since the last commit. `npm run test:quick -- main` takes what has changed since another one.
import { runLanes } from './checks.mjs';

const [base] = process.argv.slice(2);

await runLanes([
  [['test:unit', base ? `--changed=${base}` : '--changed', '--passWithNoTests']],
  [['lint'], ['typecheck']],
]);
