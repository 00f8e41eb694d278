import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files dropped on an element, before the page does.
 * @returns true while files are dragged over it
 */
export function useDroppedFiles(
  targetRef: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isHeld, setHeld] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const target = targetRef.current;
    const listening = new AbortController();
    const { signal } = listening;
    const hold = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setHeld(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (!(relatedTarget instanceof Node && target?.contains(relatedTarget))) setHeld(false);
    };
    const drop = (event: DragEvent): void => {
      setHeld(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    target?.addEventListener('dragover', hold, { signal });
    target?.addEventListener('dragleave', leave, { signal });
    target?.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, [targetRef]);
  return isHeld;
}
