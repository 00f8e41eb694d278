import { describeConsole } from './console-suite.ts';
import { describeEngine } from './describe-engine.ts';
import { describeDrawnRecordings, describeRecordings } from './recordings-suite.ts';
import { describeWindows } from './windows-suite.ts';

describeDrawnRecordings();

// The rest of the console's suite asks in one place what other engines have to do as well; in Chromium, tests/browser asks more of it.
describeEngine('chromium', (engine) => {
  describeConsole(engine, 'not elsewhere');
  describeWindows(engine);
  describeRecordings(engine);
});
