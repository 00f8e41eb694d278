import type { RoomAddress } from '../../../shared/contract/consoles.ts';
import { readFailure } from '../../../shared/contract/live-answers.ts';
import { accepted, type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { ROOMS_PATH, type RoomBeginning } from '../../../shared/contract/room.ts';
import { readBegunRoom } from '../../../shared/contract/room-schema.ts';
import { parseJson } from '../../../shared/kit/parse-json.ts';

const CHANGED =
  'The mission was operated while it was being shared, and the shared one would lack that. Share it again.';

/** Returns the number of inputs that a shared mission does not get by itself: live data come to it as well. */
const countOperated = ({ record }: RoomBeginning): number =>
  record.entries.filter(({ input: { kind } }) => kind !== 'iss-orbit' && kind !== 'note').length;

/**
 * Begins a room with a mission on the server of the page.
 * @param present returns the mission as it is now, which goes on while the server takes it
 */
export async function shareMission(
  present: () => RoomBeginning,
  fetch: (path: string, init: RequestInit) => Promise<Response>,
): Promise<Outcome<RoomAddress>> {
  const headers = { 'Content-Type': 'application/json' };
  const beginning = present();
  const operated = countOperated(beginning);
  let response: Response;
  let text: string;
  try {
    response = await fetch(ROOMS_PATH, { method: 'POST', headers, body: JSON.stringify(beginning) });
    text = await response.text();
  } catch {
    return refused('The server of this page cannot be reached.');
  }
  const json = parseJson(text);
  const failure = readFailure(json);
  if (failure !== undefined) return refused(failure);
  if (!response.ok) return refused(`The server answered with status ${response.status}.`);
  const begun = readBegunRoom(text);
  if (!begun.ok) return refused('The answer of the server cannot be read.');
  if (countOperated(present()) !== operated) return refused(CHANGED);
  return accepted({ id: begun.value.id, key: begun.value.operatorKey });
}
