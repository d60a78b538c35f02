import { observer } from "mobx-react-lite";
import { useCallback, useEffect, useState } from "react";
import type { BoardOrder } from "#contract/order/board.schema.ts";
import type { StoreStep } from "#contract/order/status.ts";
import { ApiError, isAborted, messageOf } from "#web/shared/api/ApiError.ts";
import { logFailure } from "#web/shared/log.ts";
import { confirm, success, toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { FailedState } from "#web/shared/ui/FailedState.tsx";
import { Skeleton } from "#web/shared/ui/Skeleton.tsx";
import { useAdminStores } from "../AdminStores.ts";
import { BoardCard } from "../features/board/BoardCard.tsx";
import { StorePicker } from "../features/board/StorePicker.tsx";
import { messages } from "../messages.ts";
import { boardColumns } from "../stores/BoardStore.ts";
import styles from "./OrderBoardPage.module.css";
import { StaffFrame } from "./StaffFrame.tsx";

const words = messages.board;
const refreshMs = 5_000;

/** `/admin/orders`: the paid orders of a store by state, each with its next step. */
export const OrderBoardPage = observer(function OrderBoardPage() {
  const { staff } = useAdminStores();
  const role = staff.me?.role;
  return (
    <StaffFrame>
      {role === "agent" && <p role="alert">{words.forbidden}</p>}
      {role === undefined && <Waiting />}
      {(role === "store" || role === "admin") && <StoreBoard isAdmin={role === "admin"} />}
    </StaffFrame>
  );
});

const Waiting = observer(function Waiting() {
  const { staff } = useAdminStores();
  if (staff.info.status !== "failed") return <Skeleton rows={4} />;
  const retry = () => {
    staff.load().catch((error: unknown) => logFailure("loading the staff member failed", error));
  };
  return <FailedState text={words.failed} onRetry={retry} />;
});

const StoreBoard = observer(function StoreBoard({ isAdmin }: { isAdmin: boolean }) {
  const { board } = useAdminStores();
  const isWaiting = isAdmin && board.restaurantId === "";
  const load = useRefresh(!isWaiting);
  if (isWaiting) return <StorePicker find={board.findStores} onPick={board.pickStore} />;
  const shown = board.board.value;
  if (shown === undefined) {
    if (board.board.status === "failed")
      return <FailedState text={messageOf(board.board.error, words.failed)} onRetry={load} />;
    return <Skeleton rows={4} />;
  }
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>{messages.titles.board}</h1>
        <p className={styles.store}>{shown.restaurant.storename}</p>
        {isAdmin && (
          <Button size="small" look="plain" onPress={() => board.pickStore("")}>
            {words.otherStore}
          </Button>
        )}
        <Button size="small" look="plain" onPress={load}>
          {words.refresh}
        </Button>
        {board.board.status === "failed" && (
          <p className={styles.old} role="alert">
            {messageOf(board.board.error, words.failed)}
          </p>
        )}
      </header>
      <Columns onMoved={load} />
      {shown.has_more && <p className={styles.more}>{words.more}</p>}
    </>
  );
});

const Columns = observer(function Columns({ onMoved }: { onMoved: () => void }) {
  const { board } = useAdminStores();
  const now = useNow();
  const move = async (order: BoardOrder, to: StoreStep) => {
    const isCancel = to === "cancelled";
    if (isCancel && !(await confirm(cancelQuestion))) return;
    try {
      await board.move(order, to, isCancel ? words.cancelReason : undefined);
      success(words.moved(order.pickup_code ?? "", words.steps[to]));
    } catch (error) {
      toast(messageOf(error, words.moveFailed));
      if (error instanceof ApiError && error.status === 409) onMoved();
    }
  };
  return (
    <div className={styles.columns}>
      {boardColumns.map(({ name }) => (
        <section key={name} className={styles.column} aria-label={words.columns[name]}>
          <h2 className={styles.name}>
            {words.columns[name]}
            <span>{board.ordersIn(name).length}</span>
          </h2>
          {board.ordersIn(name).map((order) => (
            <BoardCard
              key={order.order_id}
              order={order}
              now={now}
              isMoving={board.movingId === order.order_id}
              onMove={(to) => void move(order, to)}
            />
          ))}
          {board.ordersIn(name).length === 0 && <p className={styles.none}>{words.none}</p>}
        </section>
      ))}
    </div>
  );
});

const cancelQuestion = {
  title: words.cancelTitle,
  message: words.cancelText,
  confirmText: words.cancelConfirm,
  cancelText: words.cancelKeep,
};

/** Asks for the board now and every five seconds while the page is seen. */
function useRefresh(isWanted: boolean): () => void {
  const { board } = useAdminStores();
  const load = useCallback(() => {
    // The failure stays in the store and is shown there.
    board.load().catch((error: unknown) => {
      if (!isAborted(error)) logFailure("loading the board failed", error);
    });
  }, [board]);
  useEffect(() => {
    if (!isWanted) return;
    load();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && board.movingId === null) load();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [board, isWanted, load]);
  return load;
}

/** The present moment in ms, renewed twice a minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
