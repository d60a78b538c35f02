import { cx } from "#web/shared/ui/cx.ts";
import { Field } from "#web/shared/ui/Field.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { bookingMessages } from "../../bookingMessages.ts";
import { inStoreMessages } from "../../inStoreMessages.ts";
import { sayTime } from "./bookingTime.ts";
import { type Plan, tableMax } from "./Plan.ts";
import styles from "./PlanCard.module.css";
import { TypeSwitch } from "./TypeSwitch.tsx";

const words = inStoreMessages.confirm;

interface PlanCardProps {
  store: { readonly name: string; readonly address: string };
  plan: Plan;
  /** The number to be called, as it stands in the field. */
  phone: string;
  /** The account's number, taken when the field is empty; empty when there is none. */
  ownPhone: string;
  /** Today in Shanghai. */
  today: string;
  needsTime: boolean;
  tableProblem: string | undefined;
  phoneProblem: string | undefined;
  onOpenTimes: () => void;
  onPickType: (type: Plan["orderType"]) => void;
  onTable: (text: string) => void;
  onPhone: (text: string) => void;
}

/** Where, how and when, and whom to call. */
export function PlanCard(props: PlanCardProps) {
  const { store, plan, phone, today, needsTime, onOpenTimes, onPickType, onTable, onPhone } = props;
  return (
    <section className={styles.card} aria-label={words.store}>
      <div className={styles.store}>
        <Icon name="store" size={22} className={styles.sign} />
        <div className={styles.text}>
          <h2 className={styles.name}>{store.name}</h2>
          {store.address !== "" && <p className={styles.address}>{store.address}</p>}
        </div>
      </div>
      <button type="button" className={styles.row} aria-haspopup="dialog" onClick={onOpenTimes}>
        <span className={styles.label}>{bookingMessages.control}</span>
        <b className={cx(styles.time, needsTime && styles.missing)}>
          {needsTime ? bookingMessages.choose : sayTime(plan.time, today)}
        </b>
        <Icon name="chevron" size={18} />
      </button>
      <div className={styles.row}>
        <span className={styles.label}>{words.type}</span>
        <TypeSwitch type={plan.orderType} onPick={onPickType} />
      </div>
      {plan.orderType === "dine_in" && (
        <Field
          label={words.table}
          value={plan.tableNo}
          placeholder={words.tableHint}
          maxLength={tableMax}
          autoComplete="off"
          problem={props.tableProblem}
          onChange={onTable}
        />
      )}
      <Field
        label={words.phone}
        value={phone}
        placeholder={props.ownPhone === "" ? words.phoneHint : props.ownPhone}
        inputMode="tel"
        type="tel"
        autoComplete="tel"
        // Room for a number that is pasted behind the account's.
        maxLength={32}
        problem={props.phoneProblem}
        onChange={onPhone}
      />
    </section>
  );
}
