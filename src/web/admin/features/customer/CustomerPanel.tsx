import CloseOutlined from "@ant-design/icons/CloseOutlined";
import { Button, Descriptions, Flex, Skeleton, Tabs, Typography } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { Staff } from "#contract/staff/auth/schema.ts";
import type { ChatCustomer } from "#contract/staff/chat/conversation.schema.ts";
import { formatDate } from "#web/lib/time/formatTime.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import columns from "../console/ConsolePage.module.css";
import { type CustomerTab, consoleStore } from "../console/ConsoleStore.ts";
import { LoadFailure } from "../console/LoadFailure.tsx";
import { CustomerAvatar } from "../queue/CustomerAvatar.tsx";
import { RefundPanel } from "../refund/RefundPanel.tsx";
import { ChangePhoneDialog } from "./ChangePhoneDialog.tsx";
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
export const CustomerPanel = observer(function CustomerPanel({ me, onClose }: CustomerPanelProps) {
  const store = useAdminStore(consoleStore);
  const { userId } = store.customer;
  const tabs: Record<CustomerTab, JSX.Element> = {
    orders: <CustomerOrders />,
    refund: <RefundPanel me={me} />,
    notes: <CustomerNotes />,
  };
  return (
    <aside className={styles.panel} aria-label={messages.label}>
      <Button
        type="text"
        className={columns.narrowOnly ?? ""}
        icon={<CloseOutlined />}
        aria-label={messages.close}
        onClick={onClose}
      />
      {userId !== "" && (
        <>
          <CustomerHeader key={userId} />
          <Tabs
            key={`tabs ${userId}`}
            size="small"
            destroyOnHidden
            className={styles.tabs ?? ""}
            classNames={{ content: styles.tab ?? "" }}
            activeKey={store.tab}
            onChange={(tab) => store.showTab(tab as CustomerTab)}
            items={(Object.keys(tabs) as CustomerTab[]).map((tab) => ({
              key: tab,
              label: messages.tabs[tab],
              children: tabs[tab],
            }))}
          />
        </>
      )}
    </aside>
  );
});

const CustomerHeader = observer(function CustomerHeader() {
  const { customer } = useAdminStore(consoleStore);
  const [isChanging, setIsChanging] = useState(false);
  const { value, status, error } = customer.customer;
  const retry = () => void logErrors("loading a customer failed", customer.loadCustomer());
  if (value === undefined && status === "failed")
    return <LoadFailure error={error} fallback={messages.failed} onRetry={retry} />;
  return (
    <header className={styles.head}>
      {value === undefined ? (
        <Skeleton avatar paragraph={{ rows: 2 }} />
      ) : (
        <CustomerSummary customer={value} onChangePhone={() => setIsChanging(true)} />
      )}
      {value !== undefined && isChanging && (
        <ChangePhoneDialog
          name={value.name}
          onChange={customer.changePhone}
          onClose={() => setIsChanging(false)}
        />
      )}
    </header>
  );
});

interface CustomerSummaryProps {
  customer: ChatCustomer;
  onChangePhone: () => void;
}

function CustomerSummary({ customer, onChangePhone }: CustomerSummaryProps) {
  const { name, phone, online, card_balance: balance } = customer;
  const facts = [
    { key: "points", label: messages.points, children: customer.points },
    { key: "card", label: messages.card, children: balance === null ? messages.noCard : formatYuan(balance) },
    { key: "orders", label: messages.orderCount, children: customer.order_count },
  ];
  return (
    <>
      <Flex gap={10} align="center">
        <CustomerAvatar name={name} isOnline={online} />
        <div>
          <Typography.Text strong>{name}</Typography.Text>{" "}
          {phone !== null && (
            <Button type="link" size="small" onClick={onChangePhone}>
              {messages.changePhone.open}
            </Button>
          )}
          <br />
          <small>
            {phone ?? messages.noPhone} · {messages.since(formatDate(customer.member_since))}
          </small>
        </div>
      </Flex>
      <Descriptions size="small" layout="vertical" colon={false} items={facts} />
    </>
  );
}
