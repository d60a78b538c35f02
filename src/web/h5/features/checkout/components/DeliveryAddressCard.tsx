import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { Icon } from "#web/ui/Icon.tsx";
import { checkoutMessages } from "../messages.ts";
import styles from "./DeliveryAddressCard.module.css";

const messages = checkoutMessages;

interface DeliveryAddressCardProps {
  address: { readonly line: string; readonly recipient: string; readonly phone: string } | null;
  /** Restaurant and delivery time, for example 徐家汇店 · 预计30-45分钟送达. */
  note: string;
  onPick: () => void;
}

/** Delivery address; a tap selects another one. */
export function DeliveryAddressCard({ address, note, onPick }: DeliveryAddressCardProps) {
  return (
    <section className={styles.card} aria-label={messages.address}>
      <button type="button" className={styles.address} onClick={onPick}>
        <Cell
          center
          icon={<Icon name="place" />}
          title={address?.line ?? messages.addressMissing}
          titleClass={styles.line ?? ""}
          {...(address !== null && { label: `${address.recipient} ${address.phone}` })}
          rightIcon={<Icon name="chevron" size={18} />}
        />
      </button>
      {note !== "" && <p className={styles.note}>{note}</p>}
    </section>
  );
}
