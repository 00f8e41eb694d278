import { useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { isLinkLostAtom } from './atoms.ts';

/** Placeholder until data arrive; it mentions a lost link, because then none will. */
export function LoadingState({ headline }: { readonly headline: string }) {
  const isLost = useAtomValue(isLinkLostAtom);
  return (
    <EmptyState
      headline={headline}
      icon={Hourglass}
      detail={
        isLost ? 'The link to ORBITA-1 is lost. Loads automatically once it is back.' : 'Loads automatically.'
      }
    />
  );
}
