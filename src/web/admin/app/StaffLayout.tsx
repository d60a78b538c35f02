import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
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
  const navigate = useNavigate();
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
  const logout = () => {
    void staff.logout();
    navigate("/admin/login", { replace: true });
  };
  return (
    <div className={styles.frame}>
      <nav className={styles.nav} aria-label={messages.label}>
        <p className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {adminMessages.brand}
        </p>
        <ul>
          {linksFor(staff.me?.role).map(({ to, label }) => (
            <li key={to}>
              <AppLink className={styles.link} to={to} isCurrent={to === pathname}>
                {label}
              </AppLink>
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          {staff.me !== undefined && (
            <p className={styles.me}>
              {staff.me.name}
              <span>{messages.roles[staff.me.role]}</span>
            </p>
          )}
          <button type="button" className={styles.leave} onClick={logout}>
            {messages.logout}
          </button>
          <p className={styles.version}>{settings.version !== null && messages.version(settings.version)}</p>
        </div>
      </nav>
      <main className={clsx(styles.main, isFlush && styles.flush)}>{children}</main>
    </div>
  );
});
