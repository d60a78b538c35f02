import { observer } from "mobx-react-lite";
import { Cell, CellGroup } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { navigationMessages } from "../../../app/navigationMessages.ts";
import { useStore } from "../../../app/useStores.ts";
import { deletionPath, userStore } from "../../auth/UserStore.ts";
import { deletionMessages } from "../accountDataMessages.ts";
import styles from "./PersonalDataLinks.module.css";

const { titles } = navigationMessages;

const rows = [
  { to: "/account/consent", label: titles.consent },
  { to: "/account/data", label: titles.dataCopies },
  { to: deletionPath, label: titles.deleteAccount },
];

/**
 * Links to what the customer agreed to, and to what may be done with the stored data: copy and delete them. A requested
 * deletion shows its time.
 */
export const PersonalDataLinks = observer(function PersonalDataLinks() {
  const dueAt = useStore(userStore).user?.deletion_due_at ?? null;
  const deletion = dueAt === null ? null : deletionMessages.pendingRow(formatDateTime(dueAt));
  return (
    <CellGroup card className={styles.links ?? ""}>
      {rows.map(({ to, label }) => (
        <AppLink key={to} to={to}>
          <Cell
            center
            title={label}
            value={to === deletionPath ? deletion : null}
            rightIcon={<Icon name="chevron" size={16} />}
          />
        </AppLink>
      ))}
    </CellGroup>
  );
});
