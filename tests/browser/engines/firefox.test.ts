import { describeConsole } from './console-suite.ts';
import { describeEngine } from './describe-engine.ts';
import { describeRecordings } from './recordings-suite.ts';
import { describeWindows } from './windows-suite.ts';

describeEngine('firefox', (engine) => {
  describeConsole(engine);
  describeWindows(engine);
  describeRecordings(engine);
});
