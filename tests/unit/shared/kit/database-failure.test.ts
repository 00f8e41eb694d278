import { expect, it } from 'vitest';
import { databaseFailure } from '../../../../src/shared/kit/database-failure.ts';

it.each([
  ['QuotaExceededError', 'the storage of this browser is full'],
  ['VersionError', 'a newer version of this page uses the storage; reload this page'],
  ['SecurityError', 'this browser stores nothing for this page, as in a private window'],
  // Some browsers say so in a private window too.
  ['InvalidStateError', 'the database of this browser is damaged, closed or not available to this page'],
  ['UnknownError', 'the database of this browser is damaged, closed or not available to this page'],
  ['DataError', 'bad key'],
])('explains a failure of the database: %s', (name, text) => {
  expect(databaseFailure(new DOMException('bad key.', name))).toBe(text);
});
