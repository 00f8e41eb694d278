import { createStore } from 'jotai';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import type { RemoteOperations } from '../../src/shared/contract/operations.ts';
import type { Store } from '../../src/ui/mission/link/atoms.ts';
import { OperationsContext } from '../../src/ui/mission/link/operations.ts';
import { renderWithStore } from './render.tsx';

/** Fakes the operations that a test names. A call of any other fails the test, even if caught. */
function fakeOperations(overrides: Partial<RemoteOperations> = {}): RemoteOperations {
  const unexpected: string[] = [];
  onTestFinished(() => {
    if (unexpected.length > 0) throw new Error(`operations that the test does not expect: ${unexpected}`);
  });
  return new Proxy(overrides as RemoteOperations, {
    get:
      (named, name) =>
      (...input: unknown[]) => {
        const operation: unknown = Reflect.get(named, name);
        if (typeof operation === 'function') return operation(...input);
        unexpected.push(`${String(name)}(${JSON.stringify(input)})`);
        return Promise.reject(new Error(`no operation ${String(name)} in this test`));
      },
  });
}

/** Renders a component that calls operations, with its own store. */
export function renderWithOperations(
  ui: ReactNode,
  overrides: Partial<RemoteOperations> = {},
  store: Store = createStore(),
) {
  const operations = fakeOperations(overrides);
  return renderWithStore(<OperationsContext value={operations}>{ui}</OperationsContext>, store);
}
