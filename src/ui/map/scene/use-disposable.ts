import { type DependencyList, useLayoutEffect, useMemo } from 'react';

/**
 * An object created for the given dependencies, and destroyed when they change or the component unmounts.
 * Only for Pixi's tree, which React never runs in strict mode: there, effects would run twice with the same
 * value.
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
