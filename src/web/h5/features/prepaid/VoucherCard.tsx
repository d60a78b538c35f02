import { Picture } from "#web/shared/ui/Picture.tsx";
import { prepaidMessages } from "../../prepaidMessages.ts";
import type { Voucher } from "./Voucher.ts";
import styles from "./VoucherCard.module.css";

const words = prepaidMessages;

interface VoucherCardProps {
  voucher: Voucher;
  /** Until when it can be redeemed, as people read it; empty when nobody says. */
  until: string;
}

/** A voucher: what it is called, where it was bought, what one gets for it, and until when. */
export function VoucherCard({ voucher, until }: VoucherCardProps) {
  return (
    <section className={styles.card} aria-label={words.label}>
      <div className={styles.head}>
        <h2 className={styles.title}>{voucher.title || words.label}</h2>
        <span className={styles.state}>{words.states[voucher.status]}</span>
      </div>
      {voucher.partner !== "" && <p className={styles.small}>{words.from(voucher.partner)}</p>}
      <ul className={styles.items}>
        {voucher.items.map((item, index) => (
          <li key={item.id} className={styles.item}>
            <Picture src={item.image} alt="" tint={index} size={56} />
            <span className={styles.text}>
              <span>{item.name}</span>
              {item.specName !== null && <span className={styles.small}>{item.specName}</span>}
            </span>
            <span className={styles.count}>×{item.quantity}</span>
          </li>
        ))}
      </ul>
      {until !== "" && <p className={styles.until}>{words.until(until)}</p>}
    </section>
  );
}
