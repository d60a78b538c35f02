import { observer } from "mobx-react-lite";
import { useCallback, useState } from "react";
import { formatYuan } from "#contract/money.ts";
import { agentRefundFen } from "#contract/order/limits.ts";
import type { OrderDetail, RefundRequest } from "#contract/order/schema.ts";
import type { Staff } from "#contract/service-auth/schema.ts";
import { messageOf } from "#web/shared/api/ApiError.ts";
import { fetchFile } from "#web/shared/api/fetchFile.ts";
import { confirm, success } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { useAdminStore, useAdminStores } from "../AdminStores.ts";
import { consoleMessages } from "../consoleMessages.ts";
import { customerMessages } from "../customerMessages.ts";
import { DueClock } from "../features/refund/DueClock.tsx";
import { deskStore } from "../stores/DeskStore.ts";
import { StaffPicture } from "../ui/StaffPicture.tsx";
import styles from "./RefundRequestPanel.module.css";

const words = customerMessages.request;
const thumbnail = { width: 84, height: 84 };

interface RefundRequestPanelProps {
  order: OrderDetail;
  request: RefundRequest;
  me: Staff;
}

/** What the customer asked for, with pictures and the time left, and saying yes or no to it. */
export const RefundRequestPanel = observer(function RefundRequestPanel(props: RefundRequestPanelProps) {
  const { order, request, me } = props;
  const { clock } = useAdminStore(deskStore);
  const { api } = useAdminStores();
  const load = useCallback(
    (url: string, signal: AbortSignal) => api.withToken("staff", (token) => fetchFile(url, token, signal)),
    [api],
  );
  return (
    <section className={styles.panel} aria-label={words.title}>
      <header className={styles.head}>
        <h3 className={styles.title}>
          {words.title} · {words.states[request.status]}
        </h3>
        {request.status === "open" && <DueClock dueAt={request.due_at} clock={clock} />}
      </header>
      <p>{request.reason}</p>
      {request.text !== "" && <p className={styles.text}>{request.text}</p>}
      {request.images.length > 0 && (
        <div className={styles.pictures}>
          {request.images.map((url, place) => (
            <StaffPicture
              key={url}
              url={url}
              name={consoleMessages.picture.request(place + 1)}
              size={thumbnail}
              load={load}
            />
          ))}
        </div>
      )}
      {request.answer !== null && request.answer !== "" && <p>{words.answer(request.answer)}</p>}
      {request.status === "open" && <Answer order={order} isLimited={me.role === "agent"} />}
      {request.status === "rejected" && order.refund_status === "rejected" && <Reopen order={order} />}
    </section>
  );
});

/** Opening a rejected wish once more, which the customer cannot. */
const Reopen = observer(function Reopen({ order }: { order: OrderDetail }) {
  const desk = useAdminStore(deskStore);
  const [problem, setProblem] = useState("");
  const reopen = async () => {
    setProblem("");
    try {
      await desk.cases.reopen(order.order_id);
      success(words.reopened);
    } catch (error) {
      setProblem(messageOf(error, words.reopenFailed));
    }
    await desk.refresh();
  };
  return (
    <div className={styles.buttons}>
      <Button
        size="small"
        look="plain"
        isBusy={desk.cases.answeringId === order.order_id}
        onPress={() => void reopen()}
      >
        {words.reopen}
      </Button>
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
});

const Answer = observer(function Answer({ order, isLimited }: { order: OrderDetail; isLimited: boolean }) {
  const { cases } = useAdminStore(deskStore);
  const [reason, setReason] = useState("");
  const { problem, answer } = useAnswering(order, reason);
  const isOver = isLimited && order.paid_amount - order.refunded_amount > agentRefundFen;
  const isBusy = cases.answeringId === order.order_id;
  return (
    <div className={styles.answer}>
      <input
        className={styles.field}
        aria-label={words.reason}
        placeholder={words.reason}
        autoComplete="off"
        maxLength={100}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isOver && <p className={styles.problem}>{words.overLimit}</p>}
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="small" isBusy={isBusy} disabled={isOver} onPress={() => void answer(true)}>
          {words.approve}
        </Button>
        <Button size="small" look="plain" isBusy={isBusy} onPress={() => void answer(false)}>
          {words.reject}
        </Button>
      </div>
    </div>
  );
});

/** Saying yes, after being asked, or no, with a reason. */
function useAnswering(order: OrderDetail, reason: string) {
  const desk = useAdminStore(deskStore);
  const [problem, setProblem] = useState("");
  const answer = async (approve: boolean) => {
    const text = reason.trim();
    setProblem("");
    if (!approve && text === "") return setProblem(words.needsReason);
    const money = formatYuan(order.paid_amount - order.refunded_amount);
    const question = {
      title: words.approveTitle(money),
      message: words.approveText,
      confirmText: words.approve,
    };
    if (approve && !(await confirm(question))) return;
    try {
      await desk.cases.answer(order.order_id, approve, text === "" ? words.approveReason : text);
      success(approve ? words.done.approved : words.done.rejected);
    } catch (error) {
      setProblem(messageOf(error, words.answerFailed));
    }
    await desk.refresh();
  };
  return { problem, answer };
}
