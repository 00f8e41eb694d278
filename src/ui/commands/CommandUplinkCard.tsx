import { Card } from '../shell/Card.tsx';
import { CommandForm } from './CommandForm.tsx';
import { CommandQueue } from './CommandQueue.tsx';
import styles from './command-uplink.module.css';

/** The Command Uplink card of spec §2: a form that queues commands, and the queue. */
export function CommandUplinkCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card title="Command Uplink" className={className}>
      <div className={styles.layout}>
        <CommandForm />
        <CommandQueue />
      </div>
    </Card>
  );
}
