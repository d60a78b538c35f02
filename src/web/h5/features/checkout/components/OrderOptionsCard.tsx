import { useId, useLayoutEffect, useRef } from "react";
import { remarkMax } from "#contract/constants.ts";
import { type SoldoutPolicy, soldoutPolicies } from "#contract/order/status.ts";
import styles from "#web/ui/Card/Card.module.css";
import { Stepper } from "#web/ui/Stepper/Stepper.tsx";
import { orderMessages } from "../../order/messages.ts";
import { checkoutMessages } from "../messages.ts";
import own from "./OrderOptionsCard.module.css";

const messages = checkoutMessages;

interface OrderOptionsCardProps {
  /** True for delivery. */
  isDelivery: boolean;
  remark: string;
  tableware: number;
  tablewareMax: number;
  onRemark: (text: string) => void;
  onTableware: (count: number) => void;
  soldoutPolicy: SoldoutPolicy;
  onSoldoutPolicy: (policy: SoldoutPolicy) => void;
}

/** Customer's additions: remark, number of tableware sets, and the policy for sold-out dishes. */
export function OrderOptionsCard(props: OrderOptionsCardProps) {
  const { isDelivery, remark, tableware, tablewareMax, onRemark, onTableware } = props;
  const field = useAutoHeight(remark);
  return (
    <section className={styles.card}>
      <label className={own.remark}>
        <span className={own.head}>
          {messages.remark}
          <span className={own.count} aria-hidden="true">
            {Array.from(remark).length}/{remarkMax}
          </span>
        </span>
        <textarea
          ref={field}
          className={own.field}
          rows={2}
          value={remark}
          placeholder={messages.remarkHint[isDelivery ? "takeaway" : "store"]}
          onChange={(event) => onRemark(event.target.value)}
        />
      </label>
      <div className={styles.row}>
        <span className={styles.label}>{messages.tableware}</span>
        <span className={own.tableware}>
          {tableware === 0 && <span className={styles.value}>{messages.noTableware}</span>}
          <Stepper
            value={tableware}
            name={messages.tableware}
            max={tablewareMax}
            onIncrease={() => onTableware(tableware + 1)}
            onDecrease={() => onTableware(tableware - 1)}
          />
        </span>
      </div>
      <SoldoutChoice policy={props.soldoutPolicy} onChoose={props.onSoldoutPolicy} />
    </section>
  );
}

interface SoldoutChoiceProps {
  policy: SoldoutPolicy;
  onChoose: (policy: SoldoutPolicy) => void;
}

function SoldoutChoice({ policy, onChoose }: SoldoutChoiceProps) {
  const name = useId();
  return (
    <fieldset className={own.soldout}>
      <legend className={own.legend}>{orderMessages.soldoutPolicy.label}</legend>
      <div className={own.policies}>
        {soldoutPolicies.map((option) => (
          <label key={option} className={own.policy}>
            <input
              type="radio"
              className={own.radio}
              name={name}
              checked={option === policy}
              onChange={() => onChoose(option)}
            />
            <span className={own.text}>{orderMessages.soldoutPolicy.names[option]}</span>
          </label>
        ))}
      </div>
      <p className={own.hint}>{messages.soldoutHints[policy]}</p>
    </fieldset>
  );
}

/** Grows the field with its text, so that no line is cut off. */
function useAutoHeight(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-runs when the text changes, though it is not read
  useLayoutEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
  }, [text]);
  return field;
}
