/**
 * Outcome of an operation that may be refused or fail in an expected way. `message` tells the operator what happened
 * and, if possible, what to do.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export const succeeded = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = (message: string): { readonly ok: false; readonly message: string } => ({
  ok: false,
  message,
});
