import { describeConsoleIn } from './console-suite.ts';

// The rest of the suite asks in one place what other engines have to do as well; in Chromium, tests/browser asks more of it.
describeConsoleIn('chromium', { part: 'not elsewhere' });
