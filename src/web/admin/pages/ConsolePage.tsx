import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Staff } from "#contract/service-auth/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { AppLink } from "#web/shared/ui/AppLink.tsx";
import { cx } from "#web/shared/ui/cx.ts";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { messages } from "../messages.ts";
import { deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./ConsolePage.module.css";
import { ConsolePageCustomer } from "./ConsolePageCustomer.tsx";
import { ConsolePageQueue } from "./ConsolePageQueue.tsx";
import { ConsolePageThread } from "./ConsolePageThread.tsx";
import { StaffFrame } from "./StaffFrame.tsx";
import { StaffNotice } from "./StaffNotice.tsx";
import { useChosen } from "./useChosen.ts";
import { useDeskLife } from "./useDeskLife.ts";
import { useEscape } from "./useEscape.ts";

/** `/admin/customer-service`: who waits, the chosen thread, and the customer with orders and refunds. */
export const ConsolePage = observer(function ConsolePage() {
  const { staff } = useAdminStores();
  const { me } = staff;
  return (
    <StaffFrame isFlush>
      {me === undefined && <Arriving />}
      {me?.role === "store" && (
        <StaffNotice title={messages.titles.console} text={consoleMessages.forStores} drawing="store">
          <AppLink className={styles.toBoard} to="/admin/orders">
            {consoleMessages.toBoard}
          </AppLink>
        </StaffNotice>
      )}
      {me !== undefined && me.role !== "store" && <SittingDown me={me} />}
    </StaffFrame>
  );
});

const Arriving = observer(function Arriving() {
  const { staff } = useAdminStores();
  if (staff.info.status !== "failed") return <Skeleton rows={6} className={styles.arriving} />;
  const retry = () => void quietly("loading the staff member failed", staff.load());
  return <FailedState text={messageOf(staff.info.error, consoleMessages.failed)} onRetry={retry} />;
});

/** Nothing is shown before the desk is cleared of what another one left on it. */
const SittingDown = observer(function SittingDown({ me }: { me: Staff }) {
  const desk = useAdminStore(deskStore);
  useEffect(() => desk.begin(me.staff_id), [desk, me.staff_id]);
  return desk.staffId === me.staff_id ? <Desk me={me} /> : null;
});

const Desk = observer(function Desk({ me }: { me: Staff }) {
  const desk = useAdminStore(deskStore);
  const { userId, orderId } = useChosen();
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  useEffect(() => {
    desk.choose(userId);
    void desk.load();
  }, [desk, userId]);
  useEffect(() => {
    desk.customer.chooseOrder(userId === "" ? "" : orderId);
    desk.refund.open(orderId);
    void desk.loadOrder();
  }, [desk, userId, orderId]);
  useDeskLife(messages.titles.console);
  useEscape(areDetailsOpen ? () => setAreDetailsOpen(false) : null);
  return (
    <div className={cx(styles.desk, areDetailsOpen && styles.withDetails)}>
      <ConsolePageQueue me={me} onDetails={() => setAreDetailsOpen(true)} />
      <ConsolePageThread me={me} onDetails={() => setAreDetailsOpen(!areDetailsOpen)} />
      <ConsolePageCustomer me={me} onClose={() => setAreDetailsOpen(false)} />
    </div>
  );
});
