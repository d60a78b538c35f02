import { Cell, CellGroup } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { AppLink } from "#web/ui/AppLink.tsx";
import { CountBadge } from "#web/ui/CountBadge/CountBadge.tsx";
import { Icon, type IconName } from "#web/ui/Icon.tsx";
import { navigationMessages } from "../../../app/navigationMessages.ts";
import { unreadMessages } from "../../../app/unreadMessages.ts";
import { profileMessages } from "../messages.ts";
import { ElderModeRow } from "./ElderModeRow.tsx";
import styles from "./ProfileMenu.module.css";

const profile = profileMessages;
const { titles } = navigationMessages;

interface MenuRow {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
}

const addresses: MenuRow = { to: "/address-select", icon: "place", label: profile.addresses };
const service: MenuRow = { to: "/customer-service", icon: "chat", label: profile.service };
const account: MenuRow = { to: "/account", icon: "phone", label: titles.account };
const invoices: MenuRow = { to: "/invoices", icon: "orders", label: titles.invoices };
const legal: MenuRow = { to: "/legal", icon: "text", label: titles.legal };
const customerRows = [addresses, invoices, service, account, legal];
/** Rows for guests, replacing the tiles of a customer. */
const guestRows: MenuRow[] = [
  { to: "/points", icon: "coin", label: titles.points },
  { to: "/card", icon: "card", label: titles.card },
  { to: "/invite", icon: "gift", label: titles.invite },
  addresses,
  service,
  legal,
];

interface ProfileMenuProps {
  isGuest: boolean;
  /** Number of unread customer-service messages. */
  unreadCount: number;
}

/** Menu of the profile page. */
export function ProfileMenu({ isGuest, unreadCount }: ProfileMenuProps) {
  const rows = isGuest ? guestRows : customerRows;
  return (
    <nav aria-label={titles.profile}>
      <CellGroup card className={styles.menu ?? ""}>
        {rows.map(({ to, icon, label }) => (
          <AppLink key={to} to={to}>
            <Cell
              center
              icon={<Icon name={icon} size={22} />}
              title={label}
              rightIcon={<Icon name="chevron" size={16} />}
            >
              {icon === "chat" && unreadCount > 0 && (
                <CountBadge count={unreadCount} label={unreadMessages.count(unreadCount)} />
              )}
            </Cell>
          </AppLink>
        ))}
        <ElderModeRow />
      </CellGroup>
    </nav>
  );
}
