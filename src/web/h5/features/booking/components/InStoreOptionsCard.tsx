import { clsx } from "clsx";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
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
      <Cell
        icon={<Icon name="store" size={22} />}
        title={<h2 className={styles.name}>{restaurant.name}</h2>}
        label={restaurant.address || null}
      />
      <button type="button" className={styles.time} aria-haspopup="dialog" onClick={onOpenTimes}>
        <Cell center title={messages.control} rightIcon={<Icon name="chevron" size={18} />}>
          <b className={clsx(needsTime && styles.missing)}>
            {needsTime ? messages.choose : formatBookingTime(options.time, today)}
          </b>
        </Cell>
      </button>
      <Cell center title={orderTypeMessages.label} valueClass={styles.type ?? ""}>
        <OrderTypeSwitch type={options.orderType} onPick={onPickType} />
      </Cell>
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
