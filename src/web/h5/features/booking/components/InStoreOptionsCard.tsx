import { clsx } from "clsx";
import { Field } from "#web/ui/Field/Field.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { OrderTypeSwitch } from "../../restaurant/components/OrderTypeSwitch.tsx";
import { orderTypeMessages } from "../../restaurant/orderTypeMessages.ts";
import { formatBookingTime } from "../bookingTime.ts";
import { type InStoreOptions, tableNoMaxLength } from "../InStoreOptions.ts";
import { bookingMessages } from "../messages.ts";
import styles from "./InStoreOptionsCard.module.css";

const messages = bookingMessages;

interface InStoreOptionsCardProps {
  restaurant: { readonly name: string; readonly address: string };
  options: InStoreOptions;
  /** Contact number as typed. */
  phone: string;
  /** The account's number, used when the field is empty; empty when there is none. */
  ownPhone: string;
  /** Today in Shanghai. */
  today: string;
  needsTime: boolean;
  tableProblem: string | undefined;
  phoneProblem: string | undefined;
  onOpenTimes: () => void;
  onPickType: (type: InStoreOptions["orderType"]) => void;
  onTable: (text: string) => void;
  onPhone: (text: string) => void;
}

/** Restaurant, order type, time and contact number. */
export function InStoreOptionsCard(props: InStoreOptionsCardProps) {
  const { restaurant, options, phone, today, needsTime, onOpenTimes, onPickType, onTable, onPhone } = props;
  return (
    <section className={styles.card} aria-label={messages.store}>
      <div className={styles.store}>
        <Icon name="store" size={22} className={styles.sign} />
        <div className={styles.text}>
          <h2 className={styles.name}>{restaurant.name}</h2>
          {restaurant.address !== "" && <p className={styles.address}>{restaurant.address}</p>}
        </div>
      </div>
      <button type="button" className={styles.row} aria-haspopup="dialog" onClick={onOpenTimes}>
        <span className={styles.label}>{messages.control}</span>
        <b className={clsx(styles.time, needsTime && styles.missing)}>
          {needsTime ? messages.choose : formatBookingTime(options.time, today)}
        </b>
        <Icon name="chevron" size={18} />
      </button>
      <div className={styles.row}>
        <span className={styles.label}>{orderTypeMessages.label}</span>
        <OrderTypeSwitch type={options.orderType} onPick={onPickType} />
      </div>
      {options.orderType === "dine_in" && (
        <Field
          label={messages.table}
          value={options.tableNo}
          placeholder={messages.tableHint}
          maxLength={tableNoMaxLength}
          autoComplete="off"
          problem={props.tableProblem}
          onChange={onTable}
        />
      )}
      <Field
        label={messages.phone}
        value={phone}
        placeholder={props.ownPhone === "" ? messages.phoneHint : props.ownPhone}
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
