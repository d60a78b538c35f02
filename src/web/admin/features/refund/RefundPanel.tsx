import { Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { workSettingsStore } from "../../app/WorkSettingsStore.ts";
import { EmptyState, ErrorState } from "../../ui/ListStates.tsx";
import { consoleStore } from "../console/ConsoleStore.ts";
import { useSelection } from "../console/useSelection.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import { RefundForm } from "./RefundForm.tsx";
import styles from "./RefundPanel.module.css";
import { RefundRequestPanel } from "./RefundRequestPanel.tsx";
import { isRefundable, useRefundFlow } from "./useRefundFlow.ts";

const messages = customerMessages;

/** Refund tab of the selected order: the customer's request, and the refund form. */
export const RefundPanel = observer(function RefundPanel({ me }: { me: Staff }) {
  const store = useAdminStore(consoleStore);
  const { orderId } = useSelection();
  const { value, status, error } = store.customer.order;
  if (orderId === "") {
    const action = { text: messages.tabs.orders, onPress: () => store.showTab("orders") };
    return <EmptyState text={messages.refund.choose} action={action} />;
  }
  if (value === undefined) {
    return status === "failed" ? (
      <ErrorState
        text={toErrorMessage(error, messages.orders.failed)}
        onRetry={() => void store.loadOrder()}
      />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    );
  }
  return (
    <div className={styles.refund}>
      <header className={styles.order}>
        <span>
          <b>{value.restaurant.storename}</b> {value.order_no}
        </span>
        <span className={styles.status}>{value.status_text}</span>
      </header>
      {value.refund_request !== null && (
        <RefundRequestPanel order={value} request={value.refund_request} me={me} />
      )}
      <OrderRefundForm order={value} me={me} />
    </div>
  );
});

const OrderRefundForm = observer(function OrderRefundForm({ order, me }: { order: OrderDetail; me: Staff }) {
  const { refund } = useAdminStore(consoleStore);
  const limitFen = useAdminStore(workSettingsStore).refundLimitOf(me);
  const { problem, submit } = useRefundFlow(order);
  if (!isRefundable(order)) return <p className={styles.nothing}>{messages.refund.nothing}</p>;
  return (
    <RefundForm
      form={refund}
      order={order}
      limitFen={limitFen}
      problem={problem}
      onSubmit={() => void submit()}
    />
  );
});
