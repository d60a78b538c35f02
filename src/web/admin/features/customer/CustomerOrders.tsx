import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { Skeleton } from "#web/ui/Skeleton/Skeleton.tsx";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { LoadMoreRow } from "../../ui/LoadMoreRow/LoadMoreRow.tsx";
import { logErrors } from "../../ui/logErrors.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { useSelection } from "../console/useSelection.ts";
import { SoldoutDialog } from "../soldout/SoldoutDialog.tsx";
import { canReportSoldout, toSoldoutLines } from "../soldout/soldoutLines.ts";
import { soldoutMessages } from "../soldout/soldoutMessages.ts";
import styles from "./CustomerOrders.module.css";
import { customerMessages } from "./customerMessages.ts";
import { OrderDetails } from "./OrderDetails.tsx";
import { OrderRow } from "./OrderRow.tsx";
import { toOrderQuote } from "./orderQuote.ts";

const messages = customerMessages.orders;

/** Orders of the customer, or the selected one in detail. */
export const CustomerOrders = observer(function CustomerOrders() {
  const { orderId } = useSelection();
  return orderId === "" ? <OrderList /> : <SelectedOrder />;
});

const OrderList = observer(function OrderList() {
  const { customer } = useAdminStore(consoleStore);
  const { userId, choose } = useSelection();
  const { orders } = customer;
  if (!orders.hasLoaded) {
    const retry = () => void logErrors("loading a customer's orders failed", orders.reload());
    return orders.pages.status === "failed" ? (
      <ErrorState text={toErrorMessage(orders.pages.error, messages.failed)} onRetry={retry} />
    ) : (
      <Skeleton rows={3} />
    );
  }
  if (orders.items.length === 0) return <EmptyState illustration="order" text={messages.empty} />;
  return (
    <ul className={styles.orders} aria-label={messages.label}>
      {orders.items.map((order) => (
        <OrderRow key={order.order_id} order={order} onSelect={() => choose(userId, order.order_id)} />
      ))}
      <LoadMoreRow list={orders} />
    </ul>
  );
});

const SelectedOrder = observer(function SelectedOrder() {
  const store = useAdminStore(consoleStore);
  const { userId, choose } = useSelection();
  const { value, status, error } = store.customer.order;
  return (
    <>
      <button type="button" className={styles.back} onClick={() => choose(userId)}>
        <Icon name="back" size={16} />
        {messages.back}
      </button>
      {value === undefined && status !== "failed" && <Skeleton rows={4} />}
      {value === undefined && status === "failed" && (
        <ErrorState text={toErrorMessage(error, messages.failed)} onRetry={() => void store.loadOrder()} />
      )}
      {value !== undefined && (
        <>
          <Actions order={value} />
          <OrderDetails order={value} />
        </>
      )}
    </>
  );
});

const Actions = observer(function Actions({ order }: { order: OrderDetail }) {
  const store = useAdminStore(consoleStore);
  const { staff } = useAdminStores();
  const [isReportingSoldout, setIsReportingSoldout] = useState(false);
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        variant="plain"
        onPress={() => store.conversation?.outbox.sendOrder(toOrderQuote(order))}
      >
        {messages.quote}
      </Button>
      <Button size="small" variant="plain" onPress={() => store.showTab("refund")}>
        {messages.refund}
      </Button>
      {canReportSoldout(order.status) && (
        <Button size="small" variant="plain" onPress={() => setIsReportingSoldout(true)}>
          {soldoutMessages.report}
        </Button>
      )}
      {isReportingSoldout && (
        <SoldoutDialog
          orderId={order.order_id}
          code={order.order_no}
          policy={order.soldout_policy}
          lines={toSoldoutLines(order.lines)}
          canMark={staff.me?.role === "admin"}
          onDone={() => {
            setIsReportingSoldout(false);
            void store.refresh();
          }}
          onClose={() => setIsReportingSoldout(false)}
        />
      )}
    </div>
  );
});
