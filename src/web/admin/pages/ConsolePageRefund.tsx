import { observer } from "mobx-react-lite";
import type { OrderDetail } from "#contract/order/schema.ts";
import type { Staff } from "#contract/service-auth/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { RefundWorkbench } from "../features/refund/RefundWorkbench.tsx";
import { deskStore } from "../stores/DeskStore.ts";
import styles from "./ConsolePageRefund.module.css";
import { RefundRequestPanel } from "./RefundRequestPanel.tsx";
import { useChosen } from "./useChosen.ts";
import { isRefundable, useRefunding } from "./useRefunding.ts";

const words = customerMessages;

/** Giving money back for the chosen order: what the customer asked for, and the workbench. */
export const ConsolePageRefund = observer(function ConsolePageRefund({ me }: { me: Staff }) {
  const desk = useAdminStore(deskStore);
  const { orderId } = useChosen();
  const { value, status, error } = desk.customer.order;
  if (orderId === "") {
    const action = { text: words.tabs.orders, onPress: () => desk.showTab("orders") };
    return <EmptyState drawing="order" text={words.refund.choose} action={action} />;
  }
  if (value === undefined) {
    return status === "failed" ? (
      <FailedState text={messageOf(error, words.orders.failed)} onRetry={() => void desk.loadOrder()} />
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
      <Workbench order={value} me={me} />
    </div>
  );
});

const Workbench = observer(function Workbench({ order, me }: { order: OrderDetail; me: Staff }) {
  const { refund } = useAdminStore(deskStore);
  const { problem, submit } = useRefunding(order);
  if (!isRefundable(order)) return <p className={styles.nothing}>{words.refund.nothing}</p>;
  return (
    <RefundWorkbench
      form={refund}
      order={order}
      isLimited={me.role === "agent"}
      problem={problem}
      onSubmit={() => void submit()}
    />
  );
});
