/** Explains an IndexedDB error: a clause without a full stop. */
export function databaseFailure(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  switch (name) {
    case 'QuotaExceededError':
      return 'the storage of this browser is full';
    case 'VersionError':
      return 'a newer version of this page uses the storage; reload this page';
    case 'ReferenceError':
    case 'SecurityError':
    case 'InvalidStateError':
    case 'UnknownError':
      return 'this browser stores nothing for this page, as in a private window';
    default:
      return message.replace(/\.$/, '') || name;
  }
}
