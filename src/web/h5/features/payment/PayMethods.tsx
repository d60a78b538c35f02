import { type ReactNode, useId } from "react";
import { cx } from "#web/shared/ui/cx.ts";
import { Icon, type IconName } from "#web/shared/ui/Icon.tsx";
import { orderingMessages } from "../../orderingMessages.ts";
import styles from "./PayMethods.module.css";

const words = orderingMessages.confirm;

export type PayMethod = "wechat" | "card";

interface PayMethodsProps {
  method: PayMethod;
  onPick: (method: PayMethod) => void;
  /** What is special about WeChat Pay here; empty as usual. */
  wechatNote: string;
  /** How the card stands: its balance, or why it cannot pay. */
  cardNote: string;
  canUseCard: boolean;
  /** Whether there are member cards at all. */
  hasCards: boolean;
  /** A way on when there is no card to choose, in the place of its mark; false otherwise. */
  cardAction: ReactNode;
}

/** How to pay: by WeChat, or with the member card. */
export function PayMethods(props: PayMethodsProps) {
  const { method, onPick, wechatNote, cardNote, canUseCard, hasCards, cardAction } = props;
  return (
    <fieldset className={styles.card}>
      <legend className={styles.title}>{words.payBy}</legend>
      <Method
        mark="check"
        name={words.wechat}
        note={wechatNote}
        isOn={method === "wechat"}
        onPick={() => onPick("wechat")}
      />
      {hasCards && (
        <Method
          mark="card"
          name={words.card}
          note={cardNote}
          action={cardAction}
          isOn={method === "card"}
          isOff={!canUseCard}
          onPick={() => onPick("card")}
        />
      )}
    </fieldset>
  );
}

interface MethodProps {
  mark: IconName;
  name: string;
  note?: string;
  action?: ReactNode;
  isOn: boolean;
  isOff?: boolean;
  onPick: () => void;
}

function Method({ mark, name, note = "", action = false, isOn, isOff = false, onPick }: MethodProps) {
  const id = useId();
  return (
    <div className={styles.method}>
      <label className={cx(styles.label, isOff && styles.off)}>
        <span className={cx(styles.mark, mark === "card" && styles.ours)}>
          <Icon name={mark} size={16} />
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
          checked={isOn}
          disabled={isOff}
          hidden={action !== false}
          onChange={onPick}
          className={styles.radio}
        />
      </label>
      {action}
    </div>
  );
}
