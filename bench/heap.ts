import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
}

/** Returns the heap in use after garbage collection, in kB. */
export function settledHeapKb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024;
}

/** Returns the heap in use after garbage collection, including typed arrays, in bytes. */
export function settledBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
