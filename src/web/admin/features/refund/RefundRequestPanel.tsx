import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useCallback, useState } from "react";
import { formatYuan } from "#contract/money.ts";
import type { OrderDetail, RefundRequest } from "#contract/order/schema.ts";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { toErrorMessage } from "#web/lib/api/ApiError.ts";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import { useAdminStore, useAdminStores } from "../../app/AdminStores.ts";
import { workSettingsStore } from "../../app/WorkSettingsStore.ts";
import { confirm, success } from "../../ui/notify.tsx";
import { StaffImage } from "../../ui/StaffImage/StaffImage.tsx";
import { consoleStore } from "../console/ConsoleStore.ts";
import { consoleMessages } from "../console/consoleMessages.ts";
import { customerMessages } from "../customer/customerMessages.ts";
import { Countdown } from "./Countdown.tsx";
import styles from "./RefundRequestPanel.module.css";

const messages = customerMessages.request;
const thumbnail = { width: 84, height: 84 };

interface RefundRequestPanelProps {
  order: OrderDetail;
  request: RefundRequest;
  me: Staff;
}

/** Customer's refund request with images and the time left, and the buttons to approve or reject it. */
export const RefundRequestPanel = observer(function RefundRequestPanel(props: RefundRequestPanelProps) {
  const { order, request, me } = props;
  const { clock } = useAdminStore(consoleStore);
  const { api } = useAdminStores();
  const load = useCallback(
    (url: string, signal: AbortSignal) => fetchFile(api, { principal: "staff", url, signal }),
    [api],
  );
  return (
    <section className={styles.panel} aria-label={messages.title}>
      <header className={styles.head}>
        <h3 className={styles.title}>
          {messages.title} · {messages.states[request.status]}
        </h3>
        {request.status === "open" && <Countdown dueAt={request.due_at} clock={clock} />}
      </header>
      <p>{request.reason}</p>
      {request.text !== "" && <p className={styles.text}>{request.text}</p>}
      {request.images.length > 0 && (
        <div className={styles.pictures}>
          {request.images.map((url, index) => (
            <StaffImage
              key={url}
              url={url}
              name={consoleMessages.picture.request(index + 1)}
              size={thumbnail}
              load={load}
            />
          ))}
        </div>
      )}
      {request.answer !== null && request.answer !== "" && <p>{messages.answer(request.answer)}</p>}
      {request.status === "open" && <DecisionForm order={order} me={me} />}
      {request.status === "rejected" && order.refund_status === "rejected" && <Reopen order={order} />}
    </section>
  );
});

/** Button that reopens a rejected request, which the customer cannot do. */
const Reopen = observer(function Reopen({ order }: { order: OrderDetail }) {
  const store = useAdminStore(consoleStore);
  const [problem, setProblem] = useState("");
  const reopen = async () => {
    setProblem("");
    try {
      await store.refundRequests.reopen(order.order_id);
      success(messages.reopened);
    } catch (error) {
      setProblem(toErrorMessage(error, messages.reopenFailed));
    }
    await store.refresh();
  };
  return (
    <div className={styles.buttons}>
      <Button
        size="small"
        loading={store.refundRequests.answeringId === order.order_id}
        onClick={() => void reopen()}
      >
        {messages.reopen}
      </Button>
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
});

const DecisionForm = observer(function DecisionForm({ order, me }: { order: OrderDetail; me: Staff }) {
  const { refundRequests: cases } = useAdminStore(consoleStore);
  const [reason, setReason] = useState("");
  const { problem, answer } = useRefundDecision(order, reason);
  const limitFen = useAdminStore(workSettingsStore).refundLimitOf(me);
  const isOver = limitFen !== null && order.paid_amount - order.refunded_amount > limitFen;
  const isBusy = cases.answeringId === order.order_id;
  return (
    <div className={styles.answer}>
      <input
        className={styles.field}
        aria-label={messages.reason}
        placeholder={messages.reason}
        autoComplete="off"
        maxLength={100}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isOver && <p className={styles.problem}>{messages.overLimit}</p>}
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          type="primary"
          size="small"
          loading={isBusy}
          disabled={isOver}
          onClick={() => void answer(true)}
        >
          {messages.approve}
        </Button>
        <Button size="small" loading={isBusy} onClick={() => void answer(false)}>
          {messages.reject}
        </Button>
      </div>
    </div>
  );
});

/** Approves the request after a confirmation, or rejects it with a reason. */
function useRefundDecision(order: OrderDetail, reason: string) {
  const store = useAdminStore(consoleStore);
  const [problem, setProblem] = useState("");
  const answer = async (approve: boolean) => {
    const text = reason.trim();
    setProblem("");
    if (!approve && text === "") return setProblem(messages.needsReason);
    const money = formatYuan(order.paid_amount - order.refunded_amount);
    const question = {
      title: messages.approveTitle(money),
      message: messages.approveText,
      confirmText: messages.approve,
    };
    if (approve && !(await confirm(question))) return;
    try {
      await store.refundRequests.answer(order.order_id, approve, text === "" ? messages.approveReason : text);
      success(approve ? messages.done.approved : messages.done.rejected);
    } catch (error) {
      setProblem(toErrorMessage(error, messages.answerFailed));
    }
    await store.refresh();
  };
  return { problem, answer };
}
