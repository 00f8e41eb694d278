import { type DependencyList, useLayoutEffect, useMemo } from 'react';

/**
 * Something made for the given dependencies, and destroyed when they change or the component goes. Only for Pixi's tree,
 * which React never runs in strict mode: there, effects are undone and done again with the same value.
 */
export function useDisposable<T extends { destroy(): void }>(
  create: () => T,
  dependencies: DependencyList,
): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them, as for useMemo.
  const value = useMemo(create, dependencies);
  useLayoutEffect(() => () => value.destroy(), [value]);
  return value;
}
