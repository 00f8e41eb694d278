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
      return 'this browser stores nothing for this page, as in a private window';
    // Browsers do not tell these cases apart.
    case 'InvalidStateError':
    case 'UnknownError':
      return 'the database of this browser is damaged, closed or not available to this page';
    default:
      return message.replace(/\.$/, '') || name;
  }
}
