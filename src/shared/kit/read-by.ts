import * as v from 'valibot';
import { failed, type Result, succeeded } from './result.ts';

/**
 * Reads a value by its schema, whose refusals continue a sentence that begins with the field; fails with the first
 * fault.
 */
export function readBy<Output>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
  at = '',
): Result<Output> {
  const read = v.safeParse(schema, value, { abortEarly: true });
  if (read.success) return succeeded(read.output);
  const [issue] = read.issues;
  const path = [at, v.getDotPath(issue)].filter(Boolean).join('.');
  const isMissing = issue.input === undefined && issue.kind === 'schema';
  return failed(`${path || 'it'} ${isMissing ? 'is missing' : issue.message}`);
}
