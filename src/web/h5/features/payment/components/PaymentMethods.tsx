import type { ReactNode } from "react";
import { Card } from "#web/ui/Card/Card.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { RadioGroup } from "#web/ui/RadioGroup/RadioGroup.tsx";
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
  /** Action shown in place of the radio mark when no card can be chosen. */
  cardAction?: ReactNode;
}

/** Choice of payment method: WeChat or the member card. */
export function PaymentMethods(props: PaymentMethodsProps) {
  const { method, onPick, wechatNote, cardNote, canUseCard, hasCards, cardAction } = props;
  const wechat = {
    value: "wechat",
    text: messages.wechat,
    note: wechatNote,
    icon: (
      <span className={styles.wechat}>
        <Icon name="check" size={16} />
      </span>
    ),
  } as const;
  const card = {
    value: "card",
    text: messages.card,
    note: cardNote,
    icon: <Icon name="card" className={styles.card} />,
    disabled: !canUseCard,
    extra: cardAction,
  } as const;
  return (
    <Card>
      <div className={styles.methods}>
        <RadioGroup
          label={messages.payBy}
          options={hasCards ? [wechat, card] : [wechat]}
          value={method}
          onChange={onPick}
        />
      </div>
    </Card>
  );
}
