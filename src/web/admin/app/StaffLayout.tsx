import { Button, Layout, Menu, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { iconPath } from "#contract/chain-settings/brand.ts";
import { brandName } from "#web/lib/brandName.ts";
import { logError } from "#web/lib/logError.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { useSecurityAlarms } from "../features/security/useSecurityAlarms.ts";
import { useAdminStore, useAdminStores } from "./AdminStores.ts";
import { adminMessages } from "./messages.ts";
import { settingsStore } from "./SettingsStore.ts";
import styles from "./StaffLayout.module.css";
import { linksFor } from "./staffLinks.ts";

const messages = adminMessages.nav;

interface StaffLayoutProps {
  children: ReactNode;
  /** The page fills the place to its edges and scrolls inside itself. */
  isFlush?: boolean;
}

/** What stands beside every staff page: where one can go, who is logged in, the way out, the version. */
export const StaffLayout = observer(function StaffLayout({ children, isFlush = false }: StaffLayoutProps) {
  const { staff } = useAdminStores();
  const settings = useAdminStore(settingsStore);
  const { pathname } = useLocation();
  useEffect(() => {
    // Without it the name is missing and nothing else; an ended session is led away by the 401 rule.
    if (staff.me === undefined)
      staff.load().catch((error: unknown) => logError("loading the staff member failed", error));
  }, [staff]);
  useEffect(() => {
    settings.load().catch((error: unknown) => logError("loading the version failed", error));
  }, [settings]);
  useSecurityAlarms(staff.me?.role === "admin");
  return (
    <Layout hasSider className={styles.frame ?? ""}>
      <Layout.Sider theme="light" width={168} className={styles.sider ?? ""}>
        <nav className={styles.nav} aria-label={messages.label}>
          <p className={styles.brand}>
            <img src={iconPath} alt="" width={24} height={24} />
            {brandName()}
          </p>
          <Menu
            mode="inline"
            selectedKeys={[pathname]}
            items={linksFor(staff.me?.role).map(({ to, label }) => ({
              key: to,
              label: (
                <AppLink to={to} isCurrent={to === pathname}>
                  {label}
                </AppLink>
              ),
            }))}
          />
          <Account />
        </nav>
      </Layout.Sider>
      <Layout.Content className={isFlush ? "" : (styles.main ?? "")}>{children}</Layout.Content>
    </Layout>
  );
});

const Account = observer(function Account() {
  const { staff } = useAdminStores();
  const settings = useAdminStore(settingsStore);
  const navigate = useNavigate();
  const logout = () => {
    void staff.logout();
    navigate("/admin/login", { replace: true });
  };
  return (
    <div className={styles.foot}>
      {staff.me !== undefined && (
        <p>
          <b>{staff.me.name}</b>{" "}
          <Typography.Text type="secondary">{messages.roles[staff.me.role]}</Typography.Text>
        </p>
      )}
      <Button data-leaves-page onClick={logout}>
        {messages.logout}
      </Button>
      <p className={styles.version}>{settings.version !== null && messages.version(settings.version)}</p>
    </div>
  );
});
