import { AppLink } from "#web/ui/AppLink.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { homeLazyMessages } from "../lazyMessages.ts";
import styles from "./InviteBanner.module.css";

const messages = homeLazyMessages;

/** Link to the invite page; it names no reward, because WeChat's rules forbid that on a first screen. */
export function InviteBanner() {
  return (
    <AppLink className={styles.line} to="/invite">
      <Icon name="gift" size={22} className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.name}>{messages.invite}</span>
        <span className={styles.hint}>{messages.inviteHint}</span>
      </span>
      <Icon name="chevron" size={16} />
    </AppLink>
  );
}
