import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import type { Staff } from "#contract/staff/auth/schema.ts";
import type { ConversationAction } from "#contract/staff/chat/enums.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { Button } from "#web/ui/Button/Button.tsx";
import { toast } from "#web/ui/notify.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import styles from "./ConversationHeader.module.css";

const messages = consoleMessages.thread;

interface ConversationHeaderProps {
  me: Staff;
  onDetails: () => void;
}

/** Header of a conversation: customer, assignee and status. */
export const ConversationHeader = observer(function ConversationHeader({
  me,
  onDetails,
}: ConversationHeaderProps) {
  const store = useAdminStore(consoleStore);
  const { userId } = store.customer;
  const session = store.queue.findSession(userId);
  const updateConversation = async (action: ConversationAction, staffId?: string) => {
    try {
      await store.updateConversation(action, staffId);
    } catch (error) {
      toast(toErrorMessage(error, messages.actFailed));
    }
  };
  const status = session?.status ?? "open";
  const name = session?.name ?? store.customer.customer.value?.name ?? "";
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.status} data-status={status}>
          {consoleMessages.queue.statuses[status]}
        </span>
      </div>
      <div className={styles.doings}>
        <Assignee me={me} updateConversation={updateConversation} />
        {status === "open" && (
          <Button size="small" variant="plain" onPress={() => void updateConversation("pending")}>
            {messages.pending}
          </Button>
        )}
        {status === "resolved" ? (
          <Button size="small" variant="plain" onPress={() => void updateConversation("reopen")}>
            {messages.reopen}
          </Button>
        ) : (
          <Button size="small" variant="plain" onPress={() => void updateConversation("resolve")}>
            {messages.resolve}
          </Button>
        )}
        <Button size="small" variant="plain" className={styles.details} onPress={onDetails}>
          {messages.details}
        </Button>
      </div>
    </header>
  );
});

interface AssigneeProps {
  me: Staff;
  updateConversation: (action: ConversationAction, staffId?: string) => Promise<void>;
}

const Assignee = observer(function Assignee({ me, updateConversation }: AssigneeProps) {
  const store = useAdminStore(consoleStore);
  const assignee = store.queue.findSession(store.customer.userId)?.assignee ?? null;
  useEffect(() => void store.loadColleagues(), [store]);
  const others = (store.colleagues.value ?? []).filter(({ staff_id }) => staff_id !== me.staff_id);
  const isUnlisted =
    assignee !== null &&
    assignee.staff_id !== me.staff_id &&
    !others.some(({ staff_id }) => staff_id === assignee.staff_id);
  const assign = (staffId: string) => {
    if (staffId === "") void updateConversation("unassign");
    else if (staffId === me.staff_id) void updateConversation("assign_me");
    else void updateConversation("assign", staffId);
  };
  return (
    <select
      className={styles.assignee}
      aria-label={messages.assign}
      value={assignee?.staff_id ?? ""}
      onChange={({ target }) => assign(target.value)}
    >
      <option value="">{messages.unassigned}</option>
      <option value={me.staff_id}>{messages.me(me.name)}</option>
      {isUnlisted && <option value={assignee.staff_id}>{assignee.name}</option>}
      {others.map((colleague) => (
        <option key={colleague.staff_id} value={colleague.staff_id}>
          {colleague.name}
        </option>
      ))}
    </select>
  );
});
