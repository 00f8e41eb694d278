/** Why a service gave nothing that can be used. */
export type FailureKind =
  /** No connection, or one that broke. */
  | 'unreachable'
  | 'timeout'
  /** It answered with something that cannot be used. */
  | 'refused'
  /** It says that the key has been used too often. */
  | 'quota';

export interface Failure {
  readonly kind: FailureKind;
  /** For an operator: which service, what happened. */
  readonly message: string;
}

/** What came of a call to a service. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export const unusable = (message: string, kind: FailureKind = 'refused'): Outcome<never> => ({
  ok: false,
  failure: { kind, message },
});
