import { describeConsole } from './console-suite.ts';
import { describeEngine } from './describe-engine.ts';
import { describeRecordings } from './recordings-suite.ts';
import { describeWindows } from './windows-suite.ts';

// Composing layers by OpenGL without a graphics card takes half of its processor time: only what it can break needs it.
describeEngine(
  'webkit',
  (engine) => {
    describeConsole(engine, 'all but the map');
    describeWindows(engine);
    describeRecordings(engine);
  },
  { isComposited: false },
);

// On a system without a language WebKit calls it C, which is no language tag: `Intl` refuses it.
describeEngine('webkit', (engine) => describeConsole(engine, 'map'), {
  name: 'webkit with OpenGL in the locale C.UTF-8',
  language: 'C.UTF-8',
});
