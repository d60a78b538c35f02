import { Skeleton } from "antd";
import { clsx } from "clsx";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { AppLink } from "#web/ui/AppLink.tsx";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { adminMessages } from "../../app/messages.ts";
import { StaffLayout } from "../../app/StaffLayout.tsx";
import { workSettingsStore } from "../../app/WorkSettingsStore.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { StaffNotice } from "../../ui/StaffNotice.tsx";
import { ConversationPanel } from "../conversation/ConversationPanel.tsx";
import { CustomerPanel } from "../customer/CustomerPanel.tsx";
import { QueuePanel } from "../queue/QueuePanel.tsx";
import styles from "./ConsolePage.module.css";
import { consoleStore } from "./ConsoleStore.ts";
import { consoleMessages } from "./consoleMessages.ts";
import { LoadFailure } from "./LoadFailure.tsx";
import { useConsoleEvents } from "./useConsoleEvents.ts";
import { useEscapeKey } from "./useEscapeKey.ts";
import { useSelection } from "./useSelection.ts";

/** `/admin/customer-service`: queue, selected conversation, and the customer with orders and refunds. */
export const ConsolePage = observer(function ConsolePage() {
  const { me, info, load } = useAdminStores().staff;
  const retry = () => void logErrors("loading the staff member failed", load());
  return (
    <StaffLayout isFlush>
      {me === undefined && info.status === "failed" && (
        <LoadFailure error={info.error} fallback={consoleMessages.failed} onRetry={retry} />
      )}
      {me === undefined && info.status !== "failed" && (
        <Skeleton paragraph={{ rows: 6 }} className={styles.loading ?? ""} />
      )}
      {me?.role === "store" && (
        <StaffNotice title={adminMessages.titles.console} text={consoleMessages.forStores}>
          <AppLink className={styles.toBoard} to="/admin/orders">
            {consoleMessages.toBoard}
          </AppLink>
        </StaffNotice>
      )}
      {me !== undefined && me.role !== "store" && <StaffConsole me={me} />}
    </StaffLayout>
  );
});

/** Renders nothing until the store is cleared of the previous member's data. */
const StaffConsole = observer(function StaffConsole({ me }: { me: Staff }) {
  const staffConsole = useAdminStore(consoleStore);
  const workSettings = useAdminStore(workSettingsStore);
  useEffect(() => staffConsole.start(me.staff_id), [staffConsole, me.staff_id]);
  useEffect(() => workSettings.load(), [workSettings]);
  return staffConsole.staffId === me.staff_id ? <Console me={me} /> : null;
});

const Console = observer(function Console({ me }: { me: Staff }) {
  const staffConsole = useAdminStore(consoleStore);
  const { userId, orderId } = useSelection();
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  useEffect(() => {
    staffConsole.selectCustomer(userId);
    void staffConsole.load();
  }, [staffConsole, userId]);
  useEffect(() => {
    staffConsole.customer.selectOrder(userId === "" ? "" : orderId);
    staffConsole.refund.open(orderId);
    void staffConsole.loadOrder();
  }, [staffConsole, userId, orderId]);
  useConsoleEvents(adminMessages.titles.console);
  useEscapeKey(areDetailsOpen ? () => setAreDetailsOpen(false) : null);
  return (
    <div className={clsx(styles.staffConsole, areDetailsOpen && styles.withDetails)}>
      <QueuePanel me={me} onDetails={() => setAreDetailsOpen(true)} />
      <ConversationPanel me={me} onDetails={() => setAreDetailsOpen(!areDetailsOpen)} />
      <CustomerPanel me={me} onClose={() => setAreDetailsOpen(false)} />
    </div>
  );
});
