import { Button } from '../controls/Button.tsx';
import { ChunkGoneError } from '../on-demand/chunk-files.ts';

interface Props {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Actions for a failed part of the page. A file that is gone from the server requires a reload. */
export function FailureActions({ error, onRetry }: Props) {
  return (
    <>
      <Button onClick={onRetry}>Try again</Button>
      {error instanceof ChunkGoneError && (
        <Button onClick={() => window.location.reload()}>Reload page</Button>
      )}
    </>
  );
}
