import { describeConsoleIn } from './console-suite.ts';

describeConsoleIn('firefox');
