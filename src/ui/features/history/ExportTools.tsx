import { Download, Image } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button } from '../../kit/controls/Button.tsx';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { EXPORT_STEPS, type ExportStep } from './export.ts';
import styles from './history.module.css';
import { useExports } from './use-exports.ts';

const STEP_NAMES: Readonly<Record<ExportStep, string>> = {
  samples: 'All samples',
  minutes: 'Each minute: min, mean, max',
};

/** Saves the samples of the charts' span, or copies the charts as a picture. */
export function ExportTools({ chartsRef }: { readonly chartsRef: RefObject<HTMLElement | null> }) {
  const { saveCsv, copyPicture } = useExports(chartsRef);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PopoverView
        trigger={
          <ToolButton isIcon aria-label="Export CSV">
            <Download aria-hidden="true" />
          </ToolButton>
        }
        title="Export CSV"
        align="end"
        open={isOpen}
        onOpenChange={setOpen}
      >
        <div className={styles.steps}>
          {EXPORT_STEPS.map((step) => (
            <Button
              key={step}
              {...pressOnce(() => {
                setOpen(false);
                void saveCsv(step);
              })}
            >
              {STEP_NAMES[step]}
            </Button>
          ))}
        </div>
      </PopoverView>
      <ToolButton isIcon aria-label="Copy picture" {...pressOnce(() => void copyPicture())}>
        <Image aria-hidden="true" />
      </ToolButton>
    </>
  );
}
