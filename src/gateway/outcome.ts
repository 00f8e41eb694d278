/** Reasons why a service gave no usable answer. */
export const FAILURE_KINDS = [
  /** No connection, or a broken one. */
  'unreachable',
  'timeout',
  /** Invalid answer. */
  'refused',
  /** The service refuses this address. */
  'blocked',
  /** The quota of the key, or the gateway's own for a service, is exceeded. */
  'quota',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

export interface Failure {
  readonly kind: FailureKind;
  /** For an operator: service and failure. */
  readonly message: string;
}

export type CallOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export const unusable = (message: string, kind: FailureKind = 'refused'): CallOutcome<never> => ({
  ok: false,
  failure: { kind, message },
});
