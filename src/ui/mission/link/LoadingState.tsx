import { useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { isLinkLostAtom } from './atoms.ts';

/** Nothing has arrived yet. While the link is lost nothing will, which is said. */
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
