import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { homeMoreMessages } from "../../homeMoreMessages.ts";
import styles from "./InviteLine.module.css";

const words = homeMoreMessages;

/** One quiet line that leads to inviting friends. */
export function InviteLine() {
  return (
    <AppLink className={styles.line} to="/invite">
      <Icon name="gift" size={22} className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.name}>{words.invite}</span>
        <span className={styles.hint}>{words.inviteHint}</span>
      </span>
      <Icon name="chevron" size={16} />
    </AppLink>
  );
}
