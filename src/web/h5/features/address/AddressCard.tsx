import { maskPhone } from "#contract/phone.ts";
import { cx } from "#web/shared/ui/cx.ts";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { messages } from "../../messages.ts";
import styles from "./AddressCard.module.css";
import type { SavedAddress } from "./SavedAddress.ts";

const words = messages.address;

interface AddressCardProps {
  address: SavedAddress;
  isChosen: boolean;
  isBusy: boolean;
  onSelect: () => void;
  onEdit: () => void;
}

/** One address: a tap takes it for delivery, 编辑 opens it. */
export function AddressCard({ address, isChosen, isBusy, onSelect, onEdit }: AddressCardProps) {
  return (
    <li className={cx(styles.card, isChosen && styles.chosen)}>
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
            {address.is_default && <span className={styles.tag}>{words.isDefault}</span>}
            {address.line}
          </span>
          <span className={styles.where}>{whereOf(address)}</span>
          <span className={styles.who}>
            {address.recipient} {maskPhone(address.phone)}
          </span>
        </span>
      </button>
      <button type="button" className={styles.edit} onClick={onEdit}>
        {words.edit}
      </button>
    </li>
  );
}

/** The street or region, unless the headline says it already. */
function whereOf(address: SavedAddress): string {
  const where = address.poi_address || address.address;
  return where === address.line ? "" : where;
}
