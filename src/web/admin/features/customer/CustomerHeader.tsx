import { clsx } from "clsx";
import { formatYuan } from "#contract/money.ts";
import type { ChatCustomer } from "#contract/staff/chat/conversation.schema.ts";
import { formatDate } from "#web/lib/time/formatTime.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./CustomerHeader.module.css";
import { customerMessages } from "./customerMessages.ts";

const messages = customerMessages;

interface CustomerHeaderProps {
  customer: ChatCustomer;
  onChangePhone: () => void;
}

/** Summary of the customer. */
export function CustomerHeader({ customer, onChangePhone }: CustomerHeaderProps) {
  const { online, offline } = consoleMessages.queue;
  return (
    <header className={styles.head}>
      <p className={styles.who}>
        <b className={styles.name}>{customer.name}</b>
        <span className={clsx(styles.state, customer.online && styles.online)}>
          {customer.online ? online : offline}
        </span>
      </p>
      <p className={styles.quiet}>
        {customer.phone ?? messages.noPhone} · {messages.since(formatDate(customer.member_since))}
        {customer.phone !== null && (
          <Button variant="ghost" size="small" onPress={onChangePhone}>
            {messages.changePhone.open}
          </Button>
        )}
      </p>
      <dl className={styles.facts}>
        <Fact name={messages.points} value={String(customer.points)} />
        <Fact
          name={messages.card}
          value={customer.card_balance === null ? messages.noCard : formatYuan(customer.card_balance)}
        />
        <Fact name={messages.orderCount} value={String(customer.order_count)} />
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
