import { readFields } from '../../shared/packets/fields.ts';
import { ACK_FLAGS } from '../../shared/packets/headers.ts';
import {
  FAILURE_CODES,
  type FailureCode,
  REQUEST_FIELDS,
  VERIFICATION,
  VERIFICATION_SERVICE,
} from '../../shared/packets/table.ts';
import { packetOf } from './catalogue.ts';
import type { Output } from './output.ts';

/** Reports of the verification of telecommands, PUS service 1. */

const TYPES = {
  acceptance: packetOf(VERIFICATION_SERVICE, VERIFICATION.accepted),
  start: packetOf(VERIFICATION_SERVICE, VERIFICATION.started),
  completion: packetOf(VERIFICATION_SERVICE, VERIFICATION.completed),
};
const REFUSED = packetOf(VERIFICATION_SERVICE, VERIFICATION.refused);
const FAILED = packetOf(VERIFICATION_SERVICE, VERIFICATION.failed);

function requestValues(request: number) {
  const octets = new DataView(new ArrayBuffer(4));
  octets.setUint32(0, request);
  return readFields(new Uint8Array(octets.buffer), 0, REQUEST_FIELDS);
}

const codeOf = (code: FailureCode): number => FAILURE_CODES[code][0];

/** Reports a successful stage, if the telecommand requests it. */
export function reportStage(
  output: Output,
  { request, ackFlags }: { readonly request: number; readonly ackFlags: number },
  stage: keyof typeof TYPES,
): void {
  if ((ackFlags & ACK_FLAGS[stage]) !== 0) output.send(TYPES[stage], requestValues(request));
}

/** Reports that a telecommand is refused. */
export const reportRefusal = (output: Output, request: number, code: FailureCode): void =>
  output.send(REFUSED, { ...requestValues(request), failureCode: codeOf(code) });

/** Reports that a function does not complete. */
export const reportFailure = (output: Output, request: number, code: FailureCode): void =>
  output.send(FAILED, { ...requestValues(request), failureCode: codeOf(code) });
