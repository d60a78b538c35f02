import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Staff } from "#contract/service-auth/schema.ts";
import { toErrorMessage } from "#web/shared/api/ApiError.ts";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { SegmentedControl } from "#web/shared/ui/Segments.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { CustomerHeader } from "../features/customer/CustomerHead.tsx";
import { ChangePhoneDialog } from "../features/customer/PhoneDialog.tsx";
import { type CustomerTab, consoleStore } from "../stores/DeskStore.ts";
import { logErrors } from "../stores/quietly.ts";
import styles from "./ConsolePageCustomer.module.css";
import { CustomerNotes } from "./ConsolePageNotes.tsx";
import { CustomerOrders } from "./ConsolePageOrders.tsx";
import { RefundPanel } from "./ConsolePageRefund.tsx";

const messages = customerMessages;

interface CustomerPanelProps {
  me: Staff;
  onClose: () => void;
}

/** The right column: who the customer is, the orders, giving money back, and notes. */
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
