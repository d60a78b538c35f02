import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { Icon, type IconName } from "#web/shared/ui/Icon.tsx";
import { messages } from "../../messages.ts";
import styles from "./ProfileRows.module.css";

const { profile, titles } = messages;

const rows: readonly { to: string; icon: IconName; label: string }[] = [
  { to: "/address-select", icon: "place", label: profile.addresses },
  { to: "/invite", icon: "gift", label: titles.invite },
  { to: "/card", icon: "card", label: titles.card },
  { to: "/customer-service", icon: "chat", label: profile.service },
];

/** Where one goes from the profile. */
export function ProfileRows() {
  return (
    <nav className={styles.rows} aria-label={titles.profile}>
      {rows.map((row) => (
        <AppLink key={row.to} className={styles.row} to={row.to}>
          <Icon name={row.icon} size={22} className={styles.icon} />
          <span className={styles.label}>{row.label}</span>
          <Icon name="chevron" size={16} />
        </AppLink>
      ))}
    </nav>
  );
}
