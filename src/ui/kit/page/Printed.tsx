import { type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { PrintContext } from './print.ts';
import styles from './printed.module.css';

interface Props {
  /** Names what is printed, in one word. */
  readonly subject: string;
  /** Stable across renders, so that it prints once. */
  readonly onPrinted: () => void;
  readonly children: ReactNode;
}

/** Content alone on paper, present while the browser prints. */
export function Printed({ subject, onPrinted, children }: Props) {
  const print = useContext(PrintContext);
  useEffect(() => {
    document.documentElement.dataset.printed = subject;
    window.addEventListener('afterprint', onPrinted);
    print();
    return () => {
      window.removeEventListener('afterprint', onPrinted);
      delete document.documentElement.dataset.printed;
    };
  }, [print, subject, onPrinted]);
  return createPortal(<div className={styles.printed}>{children}</div>, document.body);
}
