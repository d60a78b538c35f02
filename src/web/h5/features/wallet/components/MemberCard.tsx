import { brandName } from "#web/lib/brandName.ts";
import { Price } from "#web/ui/Price/Price.tsx";
import { walletMessages } from "../messages.ts";
import styles from "./MemberCard.module.css";

const messages = walletMessages.card;

interface MemberCardProps {
  /** Last four digits of its number. */
  number: string;
  balanceFen: number;
}

/** Member card in the design of the physical card, with its balance. */
export function MemberCard({ number, balanceFen }: MemberCardProps) {
  const name = messages.name(brandName());
  return (
    <section className={styles.face} aria-label={name}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <span>{messages.tail(number)}</span>
      </div>
      <p className={styles.label}>{messages.balance}</p>
      <Price fen={balanceFen} size="large" className={styles.balance} />
    </section>
  );
}
