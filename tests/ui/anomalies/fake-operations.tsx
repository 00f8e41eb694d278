import { createStore } from 'jotai';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { OPERATION_NAMES, type RemoteOperations, refused } from '../../../src/shared/operations.ts';
import type { Store } from '../../../src/ui/mission/atoms.ts';
import { OperationsContext } from '../../../src/ui/mission/operations.ts';
import { renderWithStore } from '../../support/render.tsx';

/** Operations that refuse everything but what a test answers itself. */
export function fakeOperations(answers: Partial<RemoteOperations> = {}): RemoteOperations {
  const refusals = OPERATION_NAMES.map((name) => [
    name,
    vi.fn(async () => refused(`${name} was not expected`)),
  ]);
  return { ...(Object.fromEntries(refusals) as unknown as RemoteOperations), ...answers };
}

/** Renders with a store of its own, and operations behind the link. */
export const renderWithOperations = (
  ui: ReactNode,
  operations: RemoteOperations = fakeOperations(),
  store: Store = createStore(),
) => ({
  operations,
  ...renderWithStore(<OperationsContext value={operations}>{ui}</OperationsContext>, store),
});
