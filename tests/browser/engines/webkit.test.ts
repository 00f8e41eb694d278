import { describeConsole } from './console-suite.ts';
import { describeEngine } from './describe-engine.ts';
import { describeRecordings } from './recordings-suite.ts';
import { describeWindows } from './windows-suite.ts';

// Composing layers by OpenGL in software takes half of the processor time, so only tests that it can break use it.
describeEngine(
  'webkit',
  (engine) => {
    describeConsole(engine, 'all but the map');
    describeWindows(engine);
    describeRecordings(engine);
  },
  { isComposited: false },
);

// On a system without a language WebKit reports C, which is no language tag and is refused by `Intl`.
describeEngine('webkit', (engine) => describeConsole(engine, 'map'), {
  name: 'webkit with OpenGL in the locale C.UTF-8',
  language: 'C.UTF-8',
});
