import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { isTourDoneAtom } from '../../kit/preferences/preferences.ts';
import { readTab, writeTab } from '../../mission/navigation/address.ts';
import { dataQualityAtoms } from '../../mission/real-data/atoms.ts';
import { isTourOpenAtom } from './atoms.ts';
import { TOUR_STEPS, type TourStep, type TourText } from './steps.ts';
import styles from './tour.module.css';
import { useDemonstration } from './use-demonstration.ts';
import { scrollToTop, usePointedAt } from './use-pointed-at.ts';

/** Returns the words of a step, which depend on the source of the ISS's motion. */
function useTourText(step: TourStep): TourText {
  const kind = useAtomValue(dataQualityAtoms.iss)?.kind;
  if (!kind || kind === 'live' || kind === 'transition') return step;
  return step.withoutLiveData?.[kind === 'simulated' ? kind : 'predicted'] ?? step;
}

/** A panel beside the card it describes. Not modal: the console stays usable. */
export function TourPanel() {
  const setOpen = useSetAtom(isTourOpenAtom);
  const setDone = useSetAtom(isTourDoneAtom);
  const [query, setQuery] = useSearchParams();
  const [index, setIndex] = useState(0);
  const step = TOUR_STEPS[index] ?? TOUR_STEPS[0];
  const { title, text } = useTourText(step);
  const panelRef = useRef<HTMLDialogElement>(null);
  const ringRef = useRef<HTMLDivElement>(null);
  const nextRef = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const textId = useId();
  const isOverview = readTab(query) === 'overview';

  const close = useCallback(() => {
    setDone(true);
    setOpen(false);
  }, [setDone, setOpen]);

  // The tour describes the Overview, wherever it was opened. Leaving the Overview ends it.
  const wasOverview = useRef(isOverview);
  useEffect(() => {
    if (isOverview) wasOverview.current = true;
    else if (wasOverview.current) close();
    else setQuery(writeTab(new URLSearchParams(window.location.search), 'overview'));
  }, [isOverview, close, setQuery]);

  // Not modal. The focus moves in, and back when it closes.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const panel = panelRef.current;
    panel?.show();
    nextRef.current?.focus({ preventScroll: true });
    return () => {
      const isInside = panel?.contains(document.activeElement) || document.activeElement === document.body;
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true });
      scrollToTop();
    };
  }, []);
  usePointedAt({ panelRef, ringRef }, step, isOverview);

  useEffect(() => {
    const skip = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isInModal =
        event.target instanceof Element && event.target.closest('[aria-modal="true"]') !== null;
      if (!isInModal) close();
    };
    document.addEventListener('keydown', skip);
    return () => document.removeEventListener('keydown', skip);
  }, [close]);

  const demonstrate = useDemonstration();
  const isLast = index === TOUR_STEPS.length - 1;
  return (
    <>
      <div ref={ringRef} className={styles.ring} data-ring="" hidden aria-hidden="true" />
      <dialog ref={panelRef} className={styles.panel} aria-labelledby={titleId} aria-describedby={textId}>
        <p className={styles.count}>
          Tour, step {index + 1} of {TOUR_STEPS.length}
        </p>
        <div aria-live="polite">
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <p id={textId}>
            {text}
            {step.keys && <span className={styles.keys}> {step.keys}</span>}
          </p>
        </div>
        <div className={styles.actions}>
          {isLast && demonstrate && (
            <Button
              look="primary"
              className={styles.demonstration}
              {...pressOnce(() => {
                close();
                demonstrate();
              })}
            >
              Watch a fault and its recovery
            </Button>
          )}
          {!isLast && (
            <Button look="quiet" className={styles.skip} onClick={close}>
              Skip tour
            </Button>
          )}
          {index > 0 && <Button onClick={() => setIndex(index - 1)}>Back</Button>}
          <Button
            ref={nextRef}
            look={isLast && demonstrate ? 'plain' : 'primary'}
            onClick={isLast ? close : () => setIndex(index + 1)}
          >
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </dialog>
    </>
  );
}
