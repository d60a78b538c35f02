import { DishImage } from "#web/ui/DishImage/DishImage.tsx";
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
    <section className={styles.card} aria-label={messages.label}>
      <div className={styles.head}>
        <h2 className={styles.title}>{voucher.title || messages.label}</h2>
        <span className={styles.state}>{messages.states[voucher.status]}</span>
      </div>
      {voucher.partner !== "" && <p className={styles.small}>{messages.from(voucher.partner)}</p>}
      <ul className={styles.items}>
        {voucher.items.map((item, index) => (
          <li key={item.id} className={styles.item}>
            <DishImage src={item.image} alt="" tint={index} size={56} />
            <span className={styles.text}>
              <span>{item.name}</span>
              {item.specName !== null && <span className={styles.small}>{item.specName}</span>}
            </span>
            <span className={styles.count}>×{item.quantity}</span>
          </li>
        ))}
      </ul>
      {until !== "" && <p className={styles.until}>{messages.until(until)}</p>}
    </section>
  );
}
