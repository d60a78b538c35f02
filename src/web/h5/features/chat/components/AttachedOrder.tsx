import type { ChatOrder } from "#web/lib/chat/StoredMessage.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { chatMessages } from "../messages.ts";
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
  const actions = (
    <>
      <Button variant="ghost" size="small" onPress={onClose}>
        {messages.close}
      </Button>
      {(order !== null || hasFailed) && (
        <Button size="small" onPress={order === null ? onRetry : onSend}>
          {order === null ? commonMessages.retry : messages.attach}
        </Button>
      )}
    </>
  );
  return (
    <Card title={messages.attached} actions={actions}>
      {order === null ? (
        <p role="status">{hasFailed ? messages.failed : messages.loading}</p>
      ) : (
        <ChatOrderSummary order={order} />
      )}
    </Card>
  );
}
