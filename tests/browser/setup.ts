import { afterEach } from 'vitest';
import { endPages } from './harness.ts';

afterEach(endPages);
