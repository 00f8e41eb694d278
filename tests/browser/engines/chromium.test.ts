import { describeConsole } from './console-suite.ts';
import { describeEngine } from './describe-engine.ts';
import { describeDrawnRecordings, describeRecordings } from './recordings-suite.ts';
import { describeWindows } from './windows-suite.ts';

describeDrawnRecordings();

// The rest of the console suite collects what other engines must support too; in Chromium, tests/browser tests more.
describeEngine('chromium', (engine) => {
  describeConsole(engine, 'not elsewhere');
  describeWindows(engine);
  describeRecordings(engine);
});
