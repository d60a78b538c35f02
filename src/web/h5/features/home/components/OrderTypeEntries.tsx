import { AppLink } from "#web/ui/AppLink.tsx";
import bags from "../../../app/images/bags.webp";
import plate from "../../../app/images/plate.webp";
import scooter from "../../../app/images/scooter.webp";
import { homeMessages } from "../messages.ts";
import styles from "./OrderTypeEntries.module.css";

const messages = homeMessages;

/** Entries of the three order types. */
export function OrderTypeEntries() {
  return (
    <nav className={styles.entries} aria-label={messages.appetite}>
      <AppLink className={styles.takeaway} to="/takeaway">
        <span>
          <b className={styles.name}>{messages.takeaway}</b>
          <span className={styles.hint}>{messages.takeawayHint}</span>
        </span>
        <img className={styles.large} src={scooter} alt="" loading="lazy" width={112} height={112} />
      </AppLink>
      <AppLink className={styles.pickup} to="/restaurant-select?type=pickup">
        <span>
          <b className={styles.name}>{messages.pickup}</b>
          <span className={styles.hint}>{messages.pickupHint}</span>
        </span>
        <img className={styles.small} src={bags} alt="" loading="lazy" width={60} height={60} />
      </AppLink>
      <AppLink className={styles.dineIn} to="/restaurant-select?type=dine_in">
        <span>
          <b className={styles.name}>{messages.dineIn}</b>
          <span className={styles.hint}>{messages.dineInHint}</span>
        </span>
        <img className={styles.small} src={plate} alt="" loading="lazy" width={60} height={60} />
      </AppLink>
    </nav>
  );
}
