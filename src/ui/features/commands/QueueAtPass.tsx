import { useAtomValue, useSetAtom } from 'jotai';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';
import { preparePassAtom } from './prepared-draft.ts';

interface QueueAtPassProps {
  readonly station: string;
  readonly aos: EpochMs;
}

/** Opens the command form from a pass of ORBITA-1, with its AOS as the scheduled time. */
export function QueueAtPass({ station, aos }: QueueAtPassProps) {
  const prepare = useSetAtom(preparePassAtom);
  const goTo = useGoTo();
  if (!useAtomValue(maySteerAtom)) return null;
  return (
    <Button
      look="quiet"
      aria-label={`Queue a command at AOS ${station}`}
      onClick={() => {
        prepare(aos);
        goTo('commands');
      }}
    >
      Queue a command
    </Button>
  );
}
