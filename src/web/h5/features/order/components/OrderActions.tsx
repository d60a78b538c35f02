import type { OrderAction } from "#contract/order/status.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { orderMessages } from "../messages.ts";
import styles from "./OrderActions.module.css";

/** Order of the buttons; the last one is the primary one. */
const actionOrder: readonly OrderAction[] = ["contact_service", "apply_refund", "cancel", "reorder", "pay"];

interface OrderActionsProps {
  /** Actions currently allowed by the server. */
  actions: readonly OrderAction[];
  onAction: (action: OrderAction) => void;
  busy?: OrderAction | null;
  size?: "medium" | "small";
}

/** Buttons for the actions that a customer may take on an order. */
export function OrderActions({ actions, onAction, busy = null, size = "medium" }: OrderActionsProps) {
  // In a list it would stand on every card; the order's own page has it.
  const isHidden = (action: OrderAction) => size === "small" && action === "contact_service";
  const visible = actionOrder.filter((action) => actions.includes(action) && !isHidden(action));
  return (
    <div className={styles.actions}>
      {visible.map((action) => (
        <Button
          key={action}
          variant={isMain(action, visible, size) ? "main" : "plain"}
          size={size}
          isBusy={busy === action}
          onPress={() => onAction(action)}
        >
          {orderMessages.actions[action]}
        </Button>
      ))}
    </div>
  );
}

/**
 * Returns whether a button is primary: in a list only payment is, on the order's own page the last button.
 */
function isMain(action: OrderAction, visible: readonly OrderAction[], size: "medium" | "small"): boolean {
  return action === "pay" || (size === "medium" && action === visible[visible.length - 1]);
}
