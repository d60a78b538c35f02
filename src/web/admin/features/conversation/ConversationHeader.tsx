import { Button, Flex, Select, Tag, theme } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";
import type { ConversationAction } from "#contract/staff/chat/enums.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { toast } from "../../ui/notify.tsx";
import columns from "../console/ConsolePage.module.css";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./ConversationPanel.module.css";

const messages = consoleMessages.thread;

interface ConversationHeaderProps {
  me: Staff;
  onDetails: () => void;
}

/** Header of a conversation: customer, assignee and status. */
export const ConversationHeader = observer(function ConversationHeader(props: ConversationHeaderProps) {
  const { me, onDetails } = props;
  const store = useAdminStore(consoleStore);
  const { token } = theme.useToken();
  const session = store.queue.findSession(store.customer.userId);
  const update = async (action: ConversationAction, staffId?: string) => {
    try {
      await store.updateConversation(action, staffId);
    } catch (error) {
      toast(toErrorMessage(error, messages.actFailed));
    }
  };
  const status = session?.status ?? "open";
  const colors = { open: token.colorSuccess, pending: token.colorWarning, resolved: "default" };
  const mainAction = status === "resolved" ? "reopen" : "resolve";
  return (
    <Flex component="header" wrap justify="space-between" align="center" gap={8} className={styles.header}>
      <Flex align="center" gap={8}>
        <h2>{session?.name ?? store.customer.customer.value?.name}</h2>
        <Tag color={colors[status]}>{consoleMessages.queue.statuses[status]}</Tag>
      </Flex>
      <Flex wrap align="center" gap={6}>
        <AssigneeSelect me={me} update={update} />
        {status === "open" && <Button onClick={() => void update("pending")}>{messages.pending}</Button>}
        <Button onClick={() => void update(mainAction)}>{messages[mainAction]}</Button>
        <Button className={columns.narrowOnly ?? ""} onClick={onDetails}>
          {messages.details}
        </Button>
      </Flex>
    </Flex>
  );
});

interface AssigneeSelectProps {
  me: Staff;
  update: (action: ConversationAction, staffId?: string) => Promise<void>;
}

const AssigneeSelect = observer(function AssigneeSelect({ me, update }: AssigneeSelectProps) {
  const store = useAdminStore(consoleStore);
  useEffect(() => void store.loadColleagues(), [store]);
  const assignee = store.queue.findSession(store.customer.userId)?.assignee ?? null;
  const colleagues = store.colleagues.value ?? [];
  const isUnlisted = assignee !== null && colleagues.every(({ staff_id }) => staff_id !== assignee.staff_id);
  const others = [...colleagues, ...(isUnlisted ? [assignee] : [])]
    .filter(({ staff_id }) => staff_id !== me.staff_id)
    .map(({ staff_id, name }) => ({ value: staff_id, label: name }));
  const assign = (staffId: string) => {
    if (staffId === "") void update("unassign");
    else if (staffId === me.staff_id) void update("assign_me");
    else void update("assign", staffId);
  };
  return (
    <Select
      aria-label={messages.assign}
      popupMatchSelectWidth={false}
      options={[
        { value: "", label: messages.unassigned },
        { value: me.staff_id, label: messages.me(me.name) },
        ...others,
      ]}
      value={assignee?.staff_id ?? ""}
      onChange={assign}
    />
  );
});
