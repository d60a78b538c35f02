import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import type { SessionAction } from "#contract/chat-admin/words.ts";
import type { Staff } from "#contract/service-auth/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { useAdminStore } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { deskStore } from "../stores/DeskStore.ts";
import styles from "./ThreadHead.module.css";

const words = consoleMessages.thread;

interface ThreadHeadProps {
  me: Staff;
  onDetails: () => void;
}

/** Whose thread it is, who takes care of it, and where it stands. */
export const ThreadHead = observer(function ThreadHead({ me, onDetails }: ThreadHeadProps) {
  const desk = useAdminStore(deskStore);
  const { userId } = desk.customer;
  const session = desk.queue.sessionOf(userId);
  const act = async (action: SessionAction, staffId?: string) => {
    try {
      await desk.act(action, staffId);
    } catch (error) {
      toast(messageOf(error, words.actFailed));
    }
  };
  const status = session?.status ?? "open";
  const name = session?.name ?? desk.customer.customer.value?.name ?? "";
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.status} data-status={status}>
          {consoleMessages.queue.statuses[status]}
        </span>
      </div>
      <div className={styles.doings}>
        <Assignee me={me} act={act} />
        {status === "open" && (
          <Button size="small" look="plain" onPress={() => void act("pending")}>
            {words.pending}
          </Button>
        )}
        {status === "resolved" ? (
          <Button size="small" look="plain" onPress={() => void act("reopen")}>
            {words.reopen}
          </Button>
        ) : (
          <Button size="small" look="plain" onPress={() => void act("resolve")}>
            {words.resolve}
          </Button>
        )}
        <Button size="small" look="plain" className={styles.details} onPress={onDetails}>
          {words.details}
        </Button>
      </div>
    </header>
  );
});

interface AssigneeProps {
  me: Staff;
  act: (action: SessionAction, staffId?: string) => Promise<void>;
}

const Assignee = observer(function Assignee({ me, act }: AssigneeProps) {
  const desk = useAdminStore(deskStore);
  const assignee = desk.queue.sessionOf(desk.customer.userId)?.assignee ?? null;
  useEffect(() => void desk.loadColleagues(), [desk]);
  const others = (desk.colleagues.value ?? []).filter(({ staff_id }) => staff_id !== me.staff_id);
  const isStranger =
    assignee !== null &&
    assignee.staff_id !== me.staff_id &&
    !others.some(({ staff_id }) => staff_id === assignee.staff_id);
  const give = (staffId: string) => {
    if (staffId === "") void act("unassign");
    else if (staffId === me.staff_id) void act("assign_me");
    else void act("assign", staffId);
  };
  return (
    <select
      className={styles.assignee}
      aria-label={words.assign}
      value={assignee?.staff_id ?? ""}
      onChange={({ target }) => give(target.value)}
    >
      <option value="">{words.unassigned}</option>
      <option value={me.staff_id}>{words.me(me.name)}</option>
      {isStranger && <option value={assignee.staff_id}>{assignee.name}</option>}
      {others.map((one) => (
        <option key={one.staff_id} value={one.staff_id}>
          {one.name}
        </option>
      ))}
    </select>
  );
});
