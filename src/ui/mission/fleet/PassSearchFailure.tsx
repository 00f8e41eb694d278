import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { Button } from '../../kit/controls/Button.tsx';

interface Props {
  /** Reason: a clause without a full stop. */
  readonly failure: string;
  readonly retry: () => void;
}

/** States why passes could not be searched for, and searches again on request. */
export function PassSearchFailure({ failure, retry }: Props) {
  return (
    <EmptyState headline={`The search for passes failed: ${failure}`} level="caution" isFailure>
      <Button onClick={retry}>Try again</Button>
    </EmptyState>
  );
}
