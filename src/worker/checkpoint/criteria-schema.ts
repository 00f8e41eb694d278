import * as v from 'valibot';
import { SPACECRAFT_MODES } from '../../shared/spacecraft.ts';
import { channel, finite } from './value-schemas.ts';

/** Schema of the criteria of a command (`verification-criteria.ts`) in a checkpoint. */

const criterion = v.variant('is', [
  v.object({ is: v.literal('change'), channel, by: finite }),
  v.object({
    is: v.literal('hold'),
    channel,
    within: finite,
    worse: v.picklist(['up', 'down']),
  }),
  v.object({ is: v.literal('in-limits'), channel }),
  v.object({ is: v.literal('resistance'), fromOhm: finite, byOhm: finite }),
  v.object({ is: v.literal('slope'), by: finite, from: finite }),
  v.object({ is: v.literal('aligned') }),
  v.object({ is: v.literal('deployed') }),
  v.object({ is: v.literal('mode'), mode: v.picklist(SPACECRAFT_MODES) }),
  v.object({ is: v.literal('lighter'), fromW: finite, byW: finite }),
  v.object({ is: v.literal('linked') }),
  v.object({ is: v.literal('heater-off') }),
  v.object({ is: v.literal('downlinked'), fromMb: finite, byMb: finite }),
]);

export const criteriaSchema = v.object({
  all: v.array(criterion),
  withinMs: finite,
  isAtEnd: v.exactOptional(v.boolean()),
  note: v.exactOptional(v.string()),
});
