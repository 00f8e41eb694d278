import { CloseButton } from './CloseButton.tsx';
import styles from './dialog-header.module.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
}

export function DialogHeader({ title, onClose }: Props) {
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{title}</h2>
      <CloseButton className={styles.close} onClick={onClose} />
    </header>
  );
}
