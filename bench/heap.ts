import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
}

/** Heap in use after garbage collection, in kB. */
export function settledHeapKb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024;
}

/** The same in bytes, with typed arrays. */
export function settledBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
