import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { SegmentedControl } from "#web/ui/SegmentedControl/SegmentedControl.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { type CustomerTab, consoleStore } from "../console/ConsoleStore.ts";
import { RefundPanel } from "../refund/RefundPanel.tsx";
import { ChangePhoneDialog } from "./ChangePhoneDialog.tsx";
import { CustomerHeader } from "./CustomerHeader.tsx";
import { CustomerNotes } from "./CustomerNotes.tsx";
import { CustomerOrders } from "./CustomerOrders.tsx";
import styles from "./CustomerPanel.module.css";
import { customerMessages } from "./customerMessages.ts";

const messages = customerMessages;

interface CustomerPanelProps {
  me: Staff;
  onClose: () => void;
}

/** Right column: customer, orders, refunds, and notes. */
export const CustomerPanel = observer(function CustomerPanel(props: CustomerPanelProps) {
  const store = useAdminStore(consoleStore);
  const { userId } = store.customer;
  return (
    <aside className={styles.column} aria-label={messages.label}>
      <button type="button" className={styles.close} aria-label={messages.close} onClick={props.onClose}>
        <Icon name="close" size={20} />
      </button>
      {userId !== "" && (
        <>
          <Head key={userId} />
          <div className={styles.tabs}>
            <SegmentedControl<CustomerTab>
              label={messages.label}
              labels={messages.tabs}
              value={store.tab}
              onChange={store.showTab}
              isLarge
            />
          </div>
          <div className={styles.body} key={`${userId} ${store.tab}`}>
            {store.tab === "orders" && <CustomerOrders />}
            {store.tab === "refund" && <RefundPanel me={props.me} />}
            {store.tab === "notes" && <CustomerNotes />}
          </div>
        </>
      )}
    </aside>
  );
});

const Head = observer(function Head() {
  const { customer } = useAdminStore(consoleStore);
  const [isChanging, setIsChanging] = useState(false);
  const { value, status, error } = customer.customer;
  if (value !== undefined)
    return (
      <>
        <CustomerHeader customer={value} onChangePhone={() => setIsChanging(true)} />
        {isChanging && (
          <ChangePhoneDialog
            name={value.name}
            onChange={customer.changePhone}
            onClose={() => setIsChanging(false)}
          />
        )}
      </>
    );
  if (status !== "failed") return <Skeleton rows={1} className={styles.skeleton} />;
  const retry = () => void logErrors("loading a customer failed", customer.loadCustomer());
  return <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={retry} />;
});
