import { useRef } from 'react';
import { Button } from '../controls/Button.tsx';

interface Props {
  readonly label: string;
  /** Accessible name of the chosen files. */
  readonly filesName: string;
  /** File types, as in the `accept` attribute. */
  readonly accept: string;
  /** False by default. */
  readonly hasMultiple?: boolean;
  /** True while the chosen files are read: no others can be chosen. */
  readonly isBusy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Lets the user choose files. */
export function FileButton({ label, filesName, accept, hasMultiple, isBusy = false, onFiles }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button isBusy={isBusy} onClick={() => isBusy || chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={hasMultiple}
        accept={accept}
        aria-label={filesName}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = ''; // the same file can be chosen again
        }}
      />
    </>
  );
}
