/**
 * Goes on with a value at once where it is there. Most answers are held, and a promise costs one of those more than all the
 * rest of it.
 */
export const withValue = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);
