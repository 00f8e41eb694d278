import { atom, useAtomValue, useStore } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import type { ConsideredCommand, LookAhead, LookAheadQuery } from '../../../shared/contract/look-ahead.ts';
import { addMs } from '../../../shared/kit/units.ts';
import { usePageVisible } from '../../kit/page/use-page-visible.ts';
import {
  linkStateAtom,
  missionMinuteAtom,
  missionSecondAtom,
  sliceAtoms,
  subjectAtom,
} from '../link/atoms.ts';
import { newestOnly } from '../link/newest-only.ts';
import { useSessionControl } from '../link/session-control.ts';

/** What is asked of the session, relative to the time shown. */
export interface AheadQuestion {
  readonly channels: LookAheadQuery['channels'];
  readonly aheadMs: number;
  readonly command?: ConsideredCommand | undefined;
}

const modeAtom = atom((get) => get(sliceAtoms.spacecraft)?.mode);

/** Changes with everything that changes a prediction by more than its band, and once a minute. */
const turnAtom = atom((get) => ({
  minute: get(missionMinuteAtom),
  commands: get(sliceAtoms.commands),
  verifications: get(sliceAtoms.verifications),
  anomalies: get(sliceAtoms.anomalies),
  mode: get(modeAtom),
  contacts: get(sliceAtoms.contacts),
  link: get(linkStateAtom).status,
}));

/**
 * Asks the session what is to come, again after each change and once a minute. `undefined` until it is known, without
 * a question, and where an exercise has no look ahead.
 * @param question a new object asks again
 */
export function useLookAhead(question: AheadQuestion | undefined): LookAhead | undefined {
  const control = useSessionControl();
  const store = useStore();
  const subject = useAtomValue(subjectAtom);
  const turn = useAtomValue(turnAtom);
  const isVisible = usePageVisible();
  const [answer, setAnswer] = useState<{ readonly of: string; readonly told: LookAhead | undefined }>();
  const ask = useMemo(
    () =>
      newestOnly(async ({ channels, aheadMs, command }: AheadQuestion) => {
        const now = store.get(missionSecondAtom);
        if (now === undefined) return;
        const query = { channels, to: addMs(now, aheadMs), ...(command && { command }) };
        const outcome = await control.lookAhead(query).catch(() => undefined);
        setAnswer({ of: subject, told: outcome?.ok ? outcome.value : undefined });
      }),
    [control, store, subject],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each turn
  useEffect(() => {
    if (isVisible && question) ask(question);
  }, [ask, question, isVisible, turn]);
  return question && answer?.of === subject ? answer.told : undefined;
}
