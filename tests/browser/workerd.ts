import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startWorkerd, type Worker } from '../support/workerd-process.ts';
import { PROJECT_ROOT } from './node-process.ts';

/** Runs the built edge module in workerd. */
export async function startWorker(settings: Readonly<Record<string, string>>): Promise<Worker> {
  const script = await readFile(join(PROJECT_ROOT, 'dist/edge/gateway.js'), 'utf8');
  return startWorkerd({ script, settings });
}
