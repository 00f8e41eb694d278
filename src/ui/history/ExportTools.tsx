import { Download, Image } from 'lucide-react';
import type { RefObject } from 'react';
import { pressOnce } from '../kit/controls/press-once.ts';
import { ToolButton } from '../kit/controls/ToolButton.tsx';
import { useExports } from './use-exports.ts';

/** Saves or copies what the charts show. */
export function ExportTools({ chartsRef }: { readonly chartsRef: RefObject<HTMLElement | null> }) {
  const { saveCsv, copyPicture } = useExports(chartsRef);
  return (
    <>
      <ToolButton isIcon aria-label="Export CSV" title="Export CSV" {...pressOnce(saveCsv)}>
        <Download aria-hidden="true" />
      </ToolButton>
      <ToolButton
        isIcon
        aria-label="Copy picture"
        title="Copy picture"
        {...pressOnce(() => void copyPicture())}
      >
        <Image aria-hidden="true" />
      </ToolButton>
    </>
  );
}
