import { formatDishName } from "#contract/menu/dish-name.ts";
import type { OrderDetail } from "#contract/order/schema.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { Card } from "#web/ui/Card/Card.tsx";
import { orderMessages } from "../messages.ts";

const messages = orderMessages.soldout;
const kitchenStatuses: readonly string[] = ["paid", "accepted", "preparing"];

interface SoldoutNoticeProps {
  order: Pick<OrderDetail, "status" | "lines">;
  /** Opens the conversation for the customer's decision. */
  onContactService: () => void;
}

/** Names the sold-out dishes while the customer's decision is awaited. */
export function SoldoutNotice({ order, onContactService }: SoldoutNoticeProps) {
  const missing = order.lines.flatMap((line) => {
    const count = line.unavailable_quantity - line.refunded_quantity;
    return count > 0 ? [`${formatDishName(line.name, line.spec_name)}×${count}`] : [];
  });
  if (missing.length === 0 || !kitchenStatuses.includes(order.status)) return null;
  const answer = (
    <Button size="small" onPress={onContactService}>
      {messages.contactService}
    </Button>
  );
  return (
    <Card title={messages.title} isWarning actions={answer}>
      <p>{messages.text(missing.join("、"))}</p>
    </Card>
  );
}
