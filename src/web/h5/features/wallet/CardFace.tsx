import { Price } from "#web/shared/ui/Price.tsx";
import { walletMessages } from "../../walletMessages.ts";
import styles from "./CardFace.module.css";

const words = walletMessages.card;

interface CardFaceProps {
  /** The last four digits of its number. */
  number: string;
  balanceFen: number;
}

/** The member card as it lies in the hand, with what is on it. */
export function CardFace({ number, balanceFen }: CardFaceProps) {
  return (
    <section className={styles.face} aria-label={words.name}>
      <div className={styles.head}>
        <span className={styles.name}>{words.name}</span>
        <span>{words.tail(number)}</span>
      </div>
      <p className={styles.label}>{words.balance}</p>
      <Price fen={balanceFen} size="large" className={styles.balance} />
    </section>
  );
}
