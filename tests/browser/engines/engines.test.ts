import { afterAll } from 'vitest';
import { describeConsole } from './console-suite.ts';
import { describeEngine, describeWebKit, endEngines } from './describe-engine.ts';
import { describeOneMission } from './one-mission-suite.ts';
import { describeDrawnRecordings, describeRecordings } from './recordings-suite.ts';
import { describeWindows } from './windows-suite.ts';

// One file: each browser starts once, and Node computes once what it is compared with.
afterAll(endEngines);

describeDrawnRecordings();

// The rest of the console suite collects what other engines must support too; in Chromium, tests/browser tests more.
describeEngine('chromium', (engine) => {
  describeConsole(engine, 'not elsewhere');
  describeWindows(engine);
  describeRecordings(engine);
});

describeEngine('firefox', (engine) => {
  describeConsole(engine);
  describeWindows(engine);
  describeRecordings(engine);
});

describeEngine('webkit', (engine) => {
  describeConsole(engine, 'all but the pictures');
  describeWindows(engine);
  describeRecordings(engine);
});

// On a system without a language WebKit reports C, which is no language tag and is refused by `Intl`.
describeWebKit('webkit with OpenGL in the locale C.UTF-8', { language: 'C.UTF-8' }, (engine) =>
  describeConsole(engine, 'pictures'),
);

describeOneMission();
