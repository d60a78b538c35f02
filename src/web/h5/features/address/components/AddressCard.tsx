import { clsx } from "clsx";
import { maskPhone } from "#contract/phone.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { addressMessages } from "../messages.ts";
import type { SavedAddress } from "../SavedAddress.ts";
import styles from "./AddressCard.module.css";

const messages = addressMessages;

interface AddressCardProps {
  address: SavedAddress;
  isChosen: boolean;
  isBusy: boolean;
  onSelect: () => void;
  onEdit: () => void;
}

/** One address: a tap selects it for delivery, 编辑 edits it. */
export function AddressCard({ address, isChosen, isBusy, onSelect, onEdit }: AddressCardProps) {
  return (
    <li className={clsx(styles.card, isChosen && styles.chosen)}>
      <button
        type="button"
        className={styles.main}
        onClick={onSelect}
        disabled={isBusy}
        aria-pressed={isChosen}
      >
        <span className={styles.mark}>{isChosen && <Icon name="check" size={16} />}</span>
        <span className={styles.text}>
          <span className={styles.line}>
            {address.is_default && <span className={styles.tag}>{messages.isDefault}</span>}
            {address.line}
          </span>
          <span className={styles.where}>{regionLine(address)}</span>
          <span className={styles.who}>
            {address.recipient} {maskPhone(address.phone)}
          </span>
        </span>
      </button>
      <button type="button" className={styles.edit} onClick={onEdit}>
        {messages.edit}
      </button>
    </li>
  );
}

/** Returns the street or region, unless the headline contains it already. */
function regionLine(address: SavedAddress): string {
  const region = address.poi_address || address.address;
  return region === address.line ? "" : region;
}
