import { Icon } from "#web/ui/Icon.tsx";
import { checkoutMessages } from "../messages.ts";
import styles from "./DeliveryAddressCard.module.css";

const messages = checkoutMessages;

interface DeliveryAddressCardProps {
  address: { readonly line: string; readonly recipient: string; readonly phone: string } | null;
  /** Restaurant and delivery time, for example 食单·徐家汇店 · 预计30-45分钟送达. */
  note: string;
  onPick: () => void;
}

/** Delivery address; a tap selects another one. */
export function DeliveryAddressCard({ address, note, onPick }: DeliveryAddressCardProps) {
  return (
    <section className={styles.card} aria-label={messages.address}>
      <button type="button" className={styles.address} onClick={onPick}>
        <Icon name="place" size={22} className={styles.pin} />
        <span className={styles.text}>
          <span className={styles.line}>{address?.line ?? messages.addressMissing}</span>
          {address !== null && (
            <span className={styles.person}>
              {address.recipient} {address.phone}
            </span>
          )}
        </span>
        <Icon name="chevron" size={18} />
      </button>
      {note !== "" && <p className={styles.note}>{note}</p>}
    </section>
  );
}
