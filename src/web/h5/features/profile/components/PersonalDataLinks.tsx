import { Cell, CellGroup } from "react-vant/es/cell/index.js";
import "react-vant/es/cell/style/index.css";
import { AppLink } from "#web/ui/AppLink.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { navigationMessages } from "../../../app/navigationMessages.ts";
import styles from "./PersonalDataLinks.module.css";

const { titles } = navigationMessages;

const rows = [
  { to: "/account/consent", label: titles.consent },
  { to: "/account/data", label: titles.dataCopies },
  { to: "/account/deletion", label: titles.deleteAccount },
];

/** Links to what the customer agreed to, and to what may be done with the stored data: copy and delete them. */
export function PersonalDataLinks() {
  return (
    <CellGroup card className={styles.links ?? ""}>
      {rows.map(({ to, label }) => (
        <AppLink key={to} to={to}>
          <Cell center title={label} rightIcon={<Icon name="chevron" size={16} />} />
        </AppLink>
      ))}
    </CellGroup>
  );
}
