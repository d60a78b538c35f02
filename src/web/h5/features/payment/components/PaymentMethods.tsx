import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Icon, type IconName } from "#web/ui/Icon.tsx";
import { paymentMessages } from "../messages.ts";
import styles from "./PaymentMethods.module.css";

const messages = paymentMessages;

export type PaymentMethod = "wechat" | "card";

interface PaymentMethodsProps {
  method: PaymentMethod;
  onPick: (method: PaymentMethod) => void;
  /** Limitation of WeChat Pay here; empty without one. */
  wechatNote: string;
  /** Card status: its balance, or why it cannot pay. */
  cardNote: string;
  canUseCard: boolean;
  /** True when the host has member cards. */
  hasCards: boolean;
  /** Action shown in place of the radio mark when no card can be chosen; false otherwise. */
  cardAction: ReactNode;
}

/** Choice of payment method: WeChat or the member card. */
export function PaymentMethods(props: PaymentMethodsProps) {
  const { method, onPick, wechatNote, cardNote, canUseCard, hasCards, cardAction } = props;
  return (
    <fieldset className={styles.card}>
      <legend className={styles.title}>{messages.payBy}</legend>
      <PaymentMethodOption
        icon="check"
        name={messages.wechat}
        note={wechatNote}
        isSelected={method === "wechat"}
        onPick={() => onPick("wechat")}
      />
      {hasCards && (
        <PaymentMethodOption
          icon="card"
          name={messages.card}
          note={cardNote}
          action={cardAction}
          isSelected={method === "card"}
          isDisabled={!canUseCard}
          onPick={() => onPick("card")}
        />
      )}
    </fieldset>
  );
}

interface PaymentMethodOptionProps {
  icon: IconName;
  name: string;
  note?: string;
  action?: ReactNode;
  isSelected: boolean;
  isDisabled?: boolean;
  onPick: () => void;
}

function PaymentMethodOption({
  icon,
  name,
  note = "",
  action = false,
  isSelected,
  isDisabled = false,
  onPick,
}: PaymentMethodOptionProps) {
  const id = useId();
  return (
    <div className={styles.method}>
      <label className={clsx(styles.label, isDisabled && styles.off)}>
        <span className={clsx(styles.mark, icon === "card" && styles.ours)}>
          <Icon name={icon} size={16} />
        </span>
        <span className={styles.words}>
          <span id={`${id}name`}>{name}</span>
          {note !== "" && (
            <span id={`${id}note`} className={styles.note}>
              {note}
            </span>
          )}
        </span>
        <input
          type="radio"
          name="payment_method"
          aria-labelledby={`${id}name`}
          aria-describedby={note === "" ? undefined : `${id}note`}
          checked={isSelected}
          disabled={isDisabled}
          hidden={action !== false}
          onChange={onPick}
          className={styles.radio}
        />
      </label>
      {action}
    </div>
  );
}
