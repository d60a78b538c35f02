import type { ChatOrder } from "#web/shared/chat/KeptMessage.ts";
import { texts } from "#web/shared/texts.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { chatMessages } from "../../chatMessages.ts";
import styles from "./AttachedOrder.module.css";
import { ChatOrderBrief } from "./ChatOrderCard.tsx";

const words = chatMessages.order;

interface AttachedOrderProps {
  /** Null while it is not there. */
  order: ChatOrder | null;
  hasFailed: boolean;
  onRetry: () => void;
  onSend: () => void;
  onClose: () => void;
}

/** The order that the customer comes from, ready to be sent along. */
export function AttachedOrder({ order, hasFailed, onRetry, onSend, onClose }: AttachedOrderProps) {
  return (
    <section className={styles.attached} aria-label={words.asking}>
      <div className={styles.head}>
        <span className={styles.title}>{words.asking}</span>
        <button type="button" className={styles.close} aria-label={words.close} onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
      </div>
      {order !== null && (
        <>
          <ChatOrderBrief order={order} />
          <div className={styles.foot}>
            <Button size="small" onPress={onSend}>
              {words.attach}
            </Button>
          </div>
        </>
      )}
      {order === null && (
        <p className={styles.waiting} role="status">
          {hasFailed ? words.failed : words.loading}
          {hasFailed && (
            <Button look="ghost" onPress={onRetry}>
              {texts.retry}
            </Button>
          )}
        </p>
      )}
    </section>
  );
}
