/**
 * Continues synchronously with a value that is present. Most answers are cached, and a promise would cost more than
 * everything else.
 */
export const withValue = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);
