import { observer } from "mobx-react-lite";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { Staff } from "#contract/service-auth/schema.ts";
import { toErrorMessage } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { ErrorState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { RefundForm } from "../features/refund/RefundWorkbench.tsx";
import { consoleStore } from "../stores/DeskStore.ts";
import styles from "./ConsolePageRefund.module.css";
import { RefundRequestPanel } from "./RefundRequestPanel.tsx";
import { useSelection } from "./useChosen.ts";
import { isRefundable, useRefundFlow } from "./useRefunding.ts";

const messages = customerMessages;

/** Giving money back for the chosen order: what the customer asked for, and the workbench. */
export const RefundPanel = observer(function RefundPanel({ me }: { me: Staff }) {
  const store = useAdminStore(consoleStore);
  const { orderId } = useSelection();
  const { value, status, error } = store.customer.order;
  if (orderId === "") {
    const action = { text: messages.tabs.orders, onPress: () => store.showTab("orders") };
    return <EmptyState illustration="order" text={messages.refund.choose} action={action} />;
  }
  if (value === undefined) {
    return status === "failed" ? (
      <ErrorState
        text={toErrorMessage(error, messages.orders.failed)}
        onRetry={() => void store.loadOrder()}
      />
    ) : (
      <Skeleton rows={4} />
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
  const { problem, submit } = useRefundFlow(order);
  if (!isRefundable(order)) return <p className={styles.nothing}>{messages.refund.nothing}</p>;
  return (
    <RefundForm
      form={refund}
      order={order}
      isLimited={me.role === "agent"}
      problem={problem}
      onSubmit={() => void submit()}
    />
  );
});
