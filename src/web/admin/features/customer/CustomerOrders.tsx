import LeftOutlined from "@ant-design/icons/LeftOutlined";
import { Button, Flex, Skeleton } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { OrderDetail } from "#contract/order/schema.ts";
import { formatDateTime } from "#web/lib/time/formatTime.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { LoadFailure } from "../console/LoadFailure.tsx";
import { PagedRows } from "../console/PagedRows.tsx";
import { useSelection } from "../console/useSelection.ts";
import { SoldoutDialog } from "../soldout/SoldoutDialog.tsx";
import { canReportSoldout, toSoldoutLines } from "../soldout/soldoutLines.ts";
import { soldoutMessages } from "../soldout/soldoutMessages.ts";
import { customerMessages } from "./customerMessages.ts";
import { OrderCard } from "./OrderCard.tsx";
import { OrderDetails } from "./OrderDetails.tsx";
import { formatStatuses, toOrderQuote } from "./orderQuote.ts";

const messages = customerMessages.orders;

/** Orders of the customer, or the selected one in detail. */
export const CustomerOrders = observer(function CustomerOrders() {
  const { orders } = useAdminStore(consoleStore).customer;
  const { userId, orderId, choose } = useSelection();
  if (orderId !== "") return <SelectedOrder onBack={() => choose(userId)} />;
  return (
    <PagedRows list={orders} label={messages.label} messages={messages} reload={orders.reload} gap={8}>
      {orders.items.map((order) => (
        <li key={order.order_id}>
          <OrderCard
            order={{ ...toOrderQuote(order), statusText: formatStatuses(order) }}
            note={`${messages.types[order.order_type]} · ${formatDateTime(order.created_at)}`}
            onOpen={(id) => choose(userId, id)}
          />
        </li>
      ))}
    </PagedRows>
  );
});

const SelectedOrder = observer(function SelectedOrder({ onBack }: { onBack: () => void }) {
  const store = useAdminStore(consoleStore);
  const { value, status, error } = store.customer.order;
  return (
    <Flex vertical gap={8} align="start">
      <Button type="text" size="small" icon={<LeftOutlined aria-hidden />} onClick={onBack}>
        {messages.back}
      </Button>
      {value === undefined && status !== "failed" && <Skeleton />}
      {value === undefined && status === "failed" && (
        <LoadFailure error={error} fallback={messages.failed} onRetry={() => void store.loadOrder()} />
      )}
      {value !== undefined && (
        <>
          <OrderActions order={value} />
          <OrderDetails order={value} />
        </>
      )}
    </Flex>
  );
});

const OrderActions = observer(function OrderActions({ order }: { order: OrderDetail }) {
  const store = useAdminStore(consoleStore);
  const { staff } = useAdminStores();
  const [isReportingSoldout, setIsReportingSoldout] = useState(false);
  return (
    <Flex gap={8}>
      <Button onClick={() => store.conversation?.outbox.sendOrder(toOrderQuote(order))}>
        {messages.quote}
      </Button>
      <Button onClick={() => store.showTab("refund")}>{messages.refund}</Button>
      {canReportSoldout(order.status) && (
        <Button onClick={() => setIsReportingSoldout(true)}>{soldoutMessages.report}</Button>
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
    </Flex>
  );
});
