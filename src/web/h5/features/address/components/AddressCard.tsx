import { clsx } from "clsx";
import { Cell } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { Tag } from "react-vant/es/tag/index.js";
import "react-vant/es/tag/style/index.css";
import { maskPhone } from "#contract/phone.ts";
import { Button } from "#web/ui/Button/Button.tsx";
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
        <Cell
          border={false}
          icon={
            <span>
              <span className={styles.mark}>{isChosen && <Icon name="check" size={16} />}</span>
            </span>
          }
          title={
            <b>
              {address.is_default && (
                <Tag round className={styles.tag ?? ""} color="var(--accent-soft)" textColor="var(--accent)">
                  {messages.isDefault}
                </Tag>
              )}
              {address.line}
            </b>
          }
          label={
            <>
              <p className={styles.line}>{regionLine(address)}</p>
              <p className={styles.line}>
                {address.recipient} {maskPhone(address.phone)}
              </p>
            </>
          }
        />
      </button>
      <Button variant="ghost" onPress={onEdit}>
        {messages.edit}
      </Button>
    </li>
  );
}

/** Returns the street or region, unless the headline contains it already. */
function regionLine(address: SavedAddress): string {
  const region = address.poi_address || address.address;
  return region === address.line ? "" : region;
}
