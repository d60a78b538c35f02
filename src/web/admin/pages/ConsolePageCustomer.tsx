import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Staff } from "#contract/service-auth/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Segments } from "#web/shared/ui/Segments.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { CustomerHead } from "../features/customer/CustomerHead.tsx";
import { PhoneDialog } from "../features/customer/PhoneDialog.tsx";
import { type CustomerTab, deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./ConsolePageCustomer.module.css";
import { ConsolePageNotes } from "./ConsolePageNotes.tsx";
import { ConsolePageOrders } from "./ConsolePageOrders.tsx";
import { ConsolePageRefund } from "./ConsolePageRefund.tsx";

const words = customerMessages;

interface ConsolePageCustomerProps {
  me: Staff;
  onClose: () => void;
}

/** The right column: who the customer is, the orders, giving money back, and notes. */
export const ConsolePageCustomer = observer(function ConsolePageCustomer(props: ConsolePageCustomerProps) {
  const desk = useAdminStore(deskStore);
  const { userId } = desk.customer;
  return (
    <aside className={styles.column} aria-label={words.label}>
      <button type="button" className={styles.close} aria-label={words.close} onClick={props.onClose}>
        <Icon name="close" size={20} />
      </button>
      {userId !== "" && (
        <>
          <Head key={userId} />
          <div className={styles.tabs}>
            <Segments<CustomerTab>
              label={words.label}
              names={words.tabs}
              chosen={desk.tab}
              onChoose={desk.showTab}
              isLarge
            />
          </div>
          <div className={styles.body} key={`${userId} ${desk.tab}`}>
            {desk.tab === "orders" && <ConsolePageOrders />}
            {desk.tab === "refund" && <ConsolePageRefund me={props.me} />}
            {desk.tab === "notes" && <ConsolePageNotes />}
          </div>
        </>
      )}
    </aside>
  );
});

const Head = observer(function Head() {
  const { customer } = useAdminStore(deskStore);
  const [isChanging, setIsChanging] = useState(false);
  const { value, status, error } = customer.customer;
  if (value !== undefined)
    return (
      <>
        <CustomerHead customer={value} onChangePhone={() => setIsChanging(true)} />
        {isChanging && (
          <PhoneDialog
            name={value.name}
            onChange={customer.changePhone}
            onClose={() => setIsChanging(false)}
          />
        )}
      </>
    );
  if (status !== "failed") return <Skeleton rows={1} className={styles.skeleton} />;
  const retry = () => void quietly("loading a customer failed", customer.loadCustomer());
  return <FailedState text={messageOf(error, words.failed)} onRetry={retry} />;
});
