import { useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { isLinkLostAtom } from './atoms.ts';
import { enteringAtom } from './entering.ts';

const LOST = 'The link to the simulation is lost. Loads automatically once it is back.';

const ENTERING = {
  connecting: 'Connecting to the shared mission…',
  unreachable: 'The shared mission cannot be reached. Trying again.',
} as const;

/** Placeholder until data arrive; it mentions a lost link, because then none will. */
export function LoadingState({ headline }: { readonly headline: string }) {
  const isLost = useAtomValue(isLinkLostAtom);
  const entering = useAtomValue(enteringAtom);
  const usual = isLost ? LOST : 'Loads automatically.';
  return <EmptyState headline={headline} icon={Hourglass} detail={entering ? ENTERING[entering] : usual} />;
}
