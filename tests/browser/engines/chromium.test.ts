import { describeConsoleIn } from './console-suite.ts';

describeConsoleIn('chromium');
