import type { ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { chatMessages } from "../messages.ts";
import styles from "./AttachedOrder.module.css";
import { ChatOrderSummary } from "./ChatOrderCard.tsx";

const messages = chatMessages.order;

interface AttachedOrderProps {
  /** Null while loading. */
  order: ChatOrder | null;
  hasFailed: boolean;
  onRetry: () => void;
  onSend: () => void;
  onClose: () => void;
}

/** The order that the customer comes from, ready to be sent. */
export function AttachedOrder({ order, hasFailed, onRetry, onSend, onClose }: AttachedOrderProps) {
  return (
    <section className={styles.attached} aria-label={messages.attached}>
      <div className={styles.head}>
        <span className={styles.title}>{messages.attached}</span>
        <button type="button" className={styles.close} aria-label={messages.close} onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
      </div>
      {order !== null && (
        <>
          <ChatOrderSummary order={order} />
          <div className={styles.foot}>
            <Button size="small" onPress={onSend}>
              {messages.attach}
            </Button>
          </div>
        </>
      )}
      {order === null && (
        <p className={styles.waiting} role="status">
          {hasFailed ? messages.failed : messages.loading}
          {hasFailed && (
            <Button variant="ghost" onPress={onRetry}>
              {commonMessages.retry}
            </Button>
          )}
        </p>
      )}
    </section>
  );
}
