import { Card } from "#web/ui/Card/Card.tsx";
import { Tag } from "#web/ui/Tag/Tag.tsx";
import { OrderLineList } from "../../order/components/OrderLineList.tsx";
import { voucherMessages } from "../messages.ts";
import type { Voucher } from "../Voucher.ts";
import styles from "./VoucherCard.module.css";

const messages = voucherMessages;

interface VoucherCardProps {
  voucher: Voucher;
  /** Formatted expiry; empty when unknown. */
  until: string;
}

/** Voucher card: name, seller, dishes and expiry. */
export function VoucherCard({ voucher, until }: VoucherCardProps) {
  return (
    <section aria-label={messages.label}>
      <Card>
        <div className={styles.head}>
          <h2 className={styles.title}>{voucher.title || messages.label}</h2>
          <Tag tone="leaf">{messages.states[voucher.status]}</Tag>
        </div>
        {voucher.partner !== "" && <p className={styles.small}>{messages.from(voucher.partner)}</p>}
        <OrderLineList lines={voucher.items} />
        {until !== "" && <p className={styles.small}>{messages.until(until)}</p>}
      </Card>
    </section>
  );
}
