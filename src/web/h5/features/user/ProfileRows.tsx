import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { CountBadge } from "#web/shared/ui/CountBadge.tsx";
import { Icon, type IconName } from "#web/shared/ui/Icon.tsx";
import { messages } from "../../messages.ts";
import { unreadMessages } from "../../unreadMessages.ts";
import styles from "./ProfileRows.module.css";

const { profile, titles } = messages;

interface Row {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
}

const addresses: Row = { to: "/address-select", icon: "place", label: profile.addresses };
const service: Row = { to: "/customer-service", icon: "chat", label: profile.service };
const account: Row = { to: "/account", icon: "phone", label: titles.account };
const customerRows = [addresses, service, account];
/** What a customer finds on tiles. */
const guestRows: Row[] = [
  { to: "/points", icon: "check", label: titles.points },
  { to: "/card", icon: "card", label: titles.card },
  { to: "/invite", icon: "gift", label: titles.invite },
  addresses,
  service,
];

interface ProfileRowsProps {
  isGuest: boolean;
  /** Messages that wait at customer service. */
  unread: number;
}

/** Where one goes from the profile. */
export function ProfileRows({ isGuest, unread }: ProfileRowsProps) {
  const rows = isGuest ? guestRows : customerRows;
  return (
    <nav className={styles.rows} aria-label={titles.profile}>
      {rows.map((row) => (
        <AppLink key={row.to} className={styles.row} to={row.to}>
          <Icon name={row.icon} size={22} className={styles.icon} />
          <span className={styles.label}>{row.label}</span>
          {row.icon === "chat" && unread > 0 && (
            <CountBadge count={unread} label={unreadMessages.count(unread)} />
          )}
          <Icon name="chevron" size={16} />
        </AppLink>
      ))}
    </nav>
  );
}
