import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { SoldoutPolicy } from "#contract/order/status.ts";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { success } from "../../ui/notify.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { runWithToast } from "../../ui/runWithToast.ts";
import styles from "./SoldoutDialog.module.css";
import { soldoutStore } from "./SoldoutStore.ts";
import type { SoldoutLine } from "./soldoutLines.ts";
import { soldoutMessages as messages } from "./soldoutMessages.ts";

type Decision = (typeof messages.decisions)[number]["value"];

interface SoldoutDialogProps {
  orderId: string;
  /** Code of the order. */
  code: string;
  policy: SoldoutPolicy;
  lines: readonly SoldoutLine[];
  /** Whether the dishes may be taken off the restaurant's menu here. */
  canMark: boolean;
  /** Called after the report was sent. */
  onDone: () => void;
  onClose: () => void;
}

/** Prompts for the dishes of an order that cannot be made, shows the customer's policy, and reports them. */
export const SoldoutDialog = observer(function SoldoutDialog(props: SoldoutDialogProps) {
  const { orderId, code, policy, lines, canMark, onDone, onClose } = props;
  const store = useAdminStore(soldoutStore);
  const [quantities, setQuantities] = useState(
    () => new Map(lines.map(({ id, awaiting }) => [id, awaiting])),
  );
  const [decision, setDecision] = useState<Decision>("ask");
  const [isMarked, setIsMarked] = useState(false);
  const items = Array.from(quantities, ([id, quantity]) => ({ id, quantity })).filter(
    ({ quantity }) => quantity > 0,
  );
  const submit = async () => {
    const isDone = await runWithToast(async () => {
      const outcome = await store.report({
        order_id: orderId,
        items,
        ...(policy === "contact" && decision !== "ask" ? { decision } : {}),
        ...(isMarked ? { mark_sold_out: true } : {}),
      });
      success(messages.done[outcome]);
    });
    if (isDone) onDone();
  };
  const submitButton = {
    text: messages.submit,
    onPress: () => void submit(),
    isBusy: store.isSending,
    isDisabled: items.length === 0,
  };
  return (
    <Dialog title={messages.title(code)} onClose={onClose} submit={submitButton}>
      <p className={styles.pick}>{messages.pick}</p>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            quantity={quantities.get(line.id) ?? 0}
            onChange={(quantity) => setQuantities(new Map(quantities).set(line.id, quantity))}
          />
        ))}
      </ul>
      {policy === "contact" ? (
        <RadioGroup
          label={messages.decision}
          options={messages.decisions}
          value={decision}
          onChange={setDecision}
        />
      ) : (
        <p className={styles.effect}>{messages.effect[policy]}</p>
      )}
      {canMark && (
        <label className={styles.mark}>
          <input type="checkbox" checked={isMarked} onChange={({ target }) => setIsMarked(target.checked)} />
          {messages.markSoldOut}
        </label>
      )}
    </Dialog>
  );
});

interface LineProps {
  line: SoldoutLine;
  quantity: number;
  onChange: (quantity: number) => void;
}

function Line({ line, quantity, onChange }: LineProps) {
  return (
    <li className={styles.line}>
      <span>
        {line.name}
        <small>{messages.left(line.left)}</small>
      </span>
      <Stepper
        value={quantity}
        name={line.name}
        max={line.left}
        onIncrease={() => onChange(Math.min(line.left, quantity + 1))}
        onDecrease={() => onChange(Math.max(0, quantity - 1))}
      />
    </li>
  );
}
