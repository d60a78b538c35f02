import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { BoardOrder } from "#contract/order/board.schema.ts";
import { type BoardColumn, boardColumnNames, type StoreStep } from "#contract/order/status.ts";
import { ApiError, messageOf } from "#web/shared/api/ApiError.ts";
import { success, toast } from "#web/shared/notify.ts";
import { Button } from "#web/shared/ui/Button.tsx";
import { useAdminStore } from "../../AdminStores.ts";
import { boardMessages as words } from "../../boardMessages.ts";
import { partMessages } from "../../partMessages.ts";
import { fetchFor } from "../../parts/attempt.ts";
import { daysAhead } from "../../parts/chinaMoment.ts";
import { boardStore } from "../../stores/BoardStore.ts";
import { SoldoutDialog } from "../soldout/SoldoutDialog.tsx";
import { soldoutLines } from "../soldout/soldoutLines.ts";
import { BoardCard } from "./BoardCard.tsx";
import styles from "./BoardColumns.module.css";
import { bookedMs, codeOf, groupByTime, longestWaiting } from "./boardOrder.ts";
import { callOut } from "./callOut.ts";
import { RejectDialog } from "./RejectDialog.tsx";

interface BoardColumnsProps {
  now: number;
  /** The board is not what it was. */
  onOutdated: () => void;
}

/** The orders of a store, a column a state. */
export const BoardColumns = observer(function BoardColumns({ now, onOutdated }: BoardColumnsProps) {
  const board = useAdminStore(boardStore);
  const [rejected, setRejected] = useState<BoardOrder | null>(null);
  const [lacking, setLacking] = useState<BoardOrder | null>(null);
  const move = async (order: BoardOrder, to: StoreStep, reason?: string) => {
    try {
      await board.move(order, to, reason);
    } catch (error) {
      toast(messageOf(error, words.moveFailed));
      if (error instanceof ApiError && error.status === 409) onOutdated();
      return;
    }
    const code = codeOf(order);
    if (to === "ready_for_pickup") callOut(words.spoken(code));
    success(to === "ready_for_pickup" ? words.calling(code) : words.moved(code, words.steps[to]));
  };
  const step = (order: BoardOrder, to: StoreStep) => {
    if (to === "cancelled") setRejected(order);
    else void move(order, to);
  };
  const reject = (reason: string) => {
    if (rejected !== null) void move(rejected, "cancelled", reason);
    setRejected(null);
  };
  return (
    <div className={styles.columns}>
      {boardColumnNames.map((name) => (
        <Column key={name} name={name} now={now} onStep={step} onSoldout={setLacking} />
      ))}
      {lacking !== null && (
        <SoldoutDialog
          orderId={lacking.order_id}
          code={codeOf(lacking)}
          policy={lacking.soldout_policy}
          lines={soldoutLines(lacking.items)}
          canMark
          onDone={() => {
            setLacking(null);
            onOutdated();
          }}
          onClose={() => setLacking(null)}
        />
      )}
      {rejected !== null && (
        <RejectDialog code={codeOf(rejected)} onReject={reject} onClose={() => setRejected(null)} />
      )}
    </div>
  );
});

interface ColumnProps {
  name: BoardColumn;
  now: number;
  onStep: (order: BoardOrder, to: StoreStep) => void;
  onSoldout: (order: BoardOrder) => void;
}

const Column = observer(function Column({ name, now, onStep, onSoldout }: ColumnProps) {
  const board = useAdminStore(boardStore);
  const orders = board.ordersIn(name);
  const longest = longestWaiting(board.orders);
  return (
    <section className={styles.column} aria-label={words.columns[name]}>
      <h2 className={styles.name}>
        {words.columns[name]}
        <span>{board.countIn(name)}</span>
      </h2>
      {groupByTime(orders).map(({ time, orders: group }) => (
        <div key={time ?? ""} className={styles.group}>
          {time !== null && <h3 className={styles.time}>{bookedText(time, now)}</h3>}
          {group.map((order) => (
            <BoardCard
              key={order.order_id}
              order={order}
              now={now}
              isLongest={order.order_id === longest?.order_id}
              isMoving={board.movingId === order.order_id}
              onMove={(to) => onStep(order, to)}
              onSoldout={() => onSoldout(order)}
              onCall={() => callOut(words.spoken(codeOf(order)))}
            />
          ))}
        </div>
      ))}
      {orders.length === 0 && board.countIn(name) === 0 && <p className={styles.none}>{words.none}</p>}
      {board.moreIn(name) > 0 && (
        <Button
          size="small"
          look="plain"
          isBusy={board.board.isLoading}
          onPress={() => fetchFor(() => board.loadMore(name))}
        >
          {words.moreIn(board.moreIn(name))}
        </Button>
      )}
    </section>
  );
});

/** For when a group is booked, and by how much that is past. */
function bookedText(time: string, now: number): string {
  const at = bookedMs(time);
  const said = sayTime(time, now);
  return at > now ? words.booked(said) : words.overdue(said, Math.floor((now - at) / 60_000));
}

/** A booked time as somebody in the kitchen says it: "明天 12:30". */
function sayTime(time: string, now: number): string {
  return `${partMessages.day(daysAhead(time, now), time.slice(5, 10))} ${time.slice(11)}`;
}
