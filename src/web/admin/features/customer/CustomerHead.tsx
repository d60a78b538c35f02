import type { ChatCustomer } from "#contract/chat-admin/session.schema.ts";
import { formatYuan } from "#contract/money.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { consoleMessages } from "../../consoleMessages.ts";
import { customerMessages } from "../../customerMessages.ts";
import { dayOf } from "../../formatTime.ts";
import styles from "./CustomerHead.module.css";

const words = customerMessages;

interface CustomerHeadProps {
  customer: ChatCustomer;
  onChangePhone: () => void;
}

/** Who the customer is, in one look. */
export function CustomerHead({ customer, onChangePhone }: CustomerHeadProps) {
  const { online, offline } = consoleMessages.queue;
  return (
    <header className={styles.head}>
      <p className={styles.who}>
        <b className={styles.name}>{customer.name}</b>
        <span className={cx(styles.state, customer.online && styles.online)}>
          {customer.online ? online : offline}
        </span>
      </p>
      <p className={styles.quiet}>
        {customer.phone ?? words.noPhone} · {words.since(dayOf(customer.member_since))}
        {customer.phone !== null && (
          <Button look="ghost" size="small" onPress={onChangePhone}>
            {words.changePhone.open}
          </Button>
        )}
      </p>
      <dl className={styles.facts}>
        <Fact name={words.points} value={String(customer.points)} />
        <Fact
          name={words.card}
          value={customer.card_balance === null ? words.noCard : formatYuan(customer.card_balance)}
        />
        <Fact name={words.orderCount} value={String(customer.order_count)} />
      </dl>
    </header>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
