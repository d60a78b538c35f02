import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { EmptyState } from "#web/shared/ui/EmptyState.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Icon } from "#web/shared/ui/Icon.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { customerMessages } from "../customerMessages.ts";
import { OrderRow } from "../features/customer/OrderRow.tsx";
import { OrderSheet } from "../features/customer/OrderSheet.tsx";
import { quotedOf } from "../features/customer/quotedOf.ts";
import { SoldoutDialog } from "../features/soldout/SoldoutDialog.tsx";
import { canReportSoldout, soldoutLines } from "../features/soldout/soldoutLines.ts";
import { soldoutMessages } from "../soldoutMessages.ts";
import { deskStore } from "../stores/DeskStore.ts";
import { quietly } from "../stores/quietly.ts";
import styles from "./ConsolePageOrders.module.css";
import { MoreRows } from "./MoreRows.tsx";
import { useChosen } from "./useChosen.ts";

const words = customerMessages.orders;

/** The customer's orders, or the one that is looked at. */
export const ConsolePageOrders = observer(function ConsolePageOrders() {
  const { orderId } = useChosen();
  return orderId === "" ? <OrderList /> : <ChosenOrder />;
});

const OrderList = observer(function OrderList() {
  const { customer } = useAdminStore(deskStore);
  const { userId, choose } = useChosen();
  const { orders } = customer;
  if (!orders.isKnown) {
    const retry = () => void quietly("loading a customer's orders failed", orders.reload());
    return orders.pages.status === "failed" ? (
      <FailedState text={messageOf(orders.pages.error, words.failed)} onRetry={retry} />
    ) : (
      <Skeleton rows={3} />
    );
  }
  if (orders.items.length === 0) return <EmptyState drawing="order" text={words.empty} />;
  return (
    <ul className={styles.orders} aria-label={words.label}>
      {orders.items.map((order) => (
        <OrderRow key={order.order_id} order={order} onChoose={() => choose(userId, order.order_id)} />
      ))}
      <MoreRows list={orders} />
    </ul>
  );
});

const ChosenOrder = observer(function ChosenOrder() {
  const desk = useAdminStore(deskStore);
  const { userId, choose } = useChosen();
  const { value, status, error } = desk.customer.order;
  return (
    <>
      <button type="button" className={styles.back} onClick={() => choose(userId)}>
        <Icon name="back" size={16} />
        {words.back}
      </button>
      {value === undefined && status !== "failed" && <Skeleton rows={4} />}
      {value === undefined && status === "failed" && (
        <FailedState text={messageOf(error, words.failed)} onRetry={() => void desk.loadOrder()} />
      )}
      {value !== undefined && (
        <>
          <Actions order={value} />
          <OrderSheet order={value} />
        </>
      )}
    </>
  );
});

const Actions = observer(function Actions({ order }: { order: OrderDetail }) {
  const desk = useAdminStore(deskStore);
  const { staff } = useAdminStores();
  const [isLacking, setIsLacking] = useState(false);
  return (
    <div className={styles.actions}>
      <Button size="small" look="plain" onPress={() => desk.conversation?.outbox.sendOrder(quotedOf(order))}>
        {words.quote}
      </Button>
      <Button size="small" look="plain" onPress={() => desk.showTab("refund")}>
        {words.refund}
      </Button>
      {canReportSoldout(order.status) && (
        <Button size="small" look="plain" onPress={() => setIsLacking(true)}>
          {soldoutMessages.report}
        </Button>
      )}
      {isLacking && (
        <SoldoutDialog
          orderId={order.order_id}
          code={order.order_no}
          policy={order.soldout_policy}
          lines={soldoutLines(order.lines)}
          canMark={staff.me?.role === "admin"}
          onDone={() => {
            setIsLacking(false);
            void desk.refresh();
          }}
          onClose={() => setIsLacking(false)}
        />
      )}
    </div>
  );
});
