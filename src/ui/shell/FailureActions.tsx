import { Button } from '../controls/Button.tsx';
import { ChunkGoneError } from './chunk-files.ts';

interface Props {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** What can be done about a part of the page that failed. A file that the server no longer has comes with a reload only. */
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
