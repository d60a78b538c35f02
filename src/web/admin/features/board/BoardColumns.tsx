import { Button } from "antd";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { BoardOrder } from "#contract/order/board.schema.ts";
import { type BoardColumn, boardColumnNames, type StaffTransition } from "#contract/order/status.ts";
import { ApiError, toErrorMessage } from "#web/lib/api/ApiError.ts";
import { useAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";
import { success, toast } from "../../ui/notify.tsx";
import { uiMessages } from "../../ui/uiMessages.ts";
import { SoldoutDialog } from "../soldout/SoldoutDialog.tsx";
import { toSoldoutLines } from "../soldout/soldoutLines.ts";
import { announce } from "./announce.ts";
import { BoardCard } from "./BoardCard.tsx";
import styles from "./BoardColumns.module.css";
import { boardStore } from "./BoardStore.ts";
import { boardMessages as messages } from "./boardMessages.ts";
import { findLongestWaiting, groupByTime, parseBookedTime, toOrderCode } from "./boardOrder.ts";
import { daysAhead } from "./daysAhead.ts";
import { OrderTicket } from "./OrderTicket.tsx";
import { RejectDialog } from "./RejectDialog.tsx";
import { usePrint } from "./usePrint.ts";

interface BoardColumnsProps {
  now: number;
  /** Called if the board is out of date. */
  onOutdated: () => void;
}

/** Orders of a restaurant, one column per status. */
export const BoardColumns = observer(function BoardColumns({ now, onOutdated }: BoardColumnsProps) {
  const board = useAdminStore(boardStore);
  const [rejected, setRejected] = useState<BoardOrder | null>(null);
  const [soldoutOrder, setSoldoutOrder] = useState<BoardOrder | null>(null);
  const { printed, print } = usePrint<BoardOrder>();
  const move = async (order: BoardOrder, to: StaffTransition, reason?: string) => {
    try {
      await board.move(order, to, reason);
    } catch (error) {
      toast(toErrorMessage(error, messages.moveFailed));
      if (error instanceof ApiError && error.status === 409) onOutdated();
      return;
    }
    const code = toOrderCode(order);
    if (to === "ready_for_pickup") announce(messages.spoken(code));
    success(to === "ready_for_pickup" ? messages.calling(code) : messages.moved(code, messages.steps[to]));
  };
  const step = (order: BoardOrder, to: StaffTransition) => {
    if (to === "cancelled") setRejected(order);
    else void move(order, to);
  };
  const reject = (reason: string) => {
    if (rejected !== null) void move(rejected, "cancelled", reason);
    setRejected(null);
  };
  const restaurantName = board.board.value?.restaurant.storename ?? "";
  return (
    <div className={styles.columns}>
      {boardColumnNames.map((name) => (
        <Column key={name} name={name} now={now} onStep={step} onSoldout={setSoldoutOrder} onPrint={print} />
      ))}
      {printed !== null && <OrderTicket order={printed} restaurantName={restaurantName} />}
      {soldoutOrder !== null && (
        <SoldoutDialog
          orderId={soldoutOrder.order_id}
          code={toOrderCode(soldoutOrder)}
          policy={soldoutOrder.soldout_policy}
          lines={toSoldoutLines(soldoutOrder.items)}
          canMark
          onDone={() => {
            setSoldoutOrder(null);
            onOutdated();
          }}
          onClose={() => setSoldoutOrder(null)}
        />
      )}
      {rejected !== null && (
        <RejectDialog code={toOrderCode(rejected)} onReject={reject} onClose={() => setRejected(null)} />
      )}
    </div>
  );
});

interface ColumnProps {
  name: BoardColumn;
  now: number;
  onStep: (order: BoardOrder, to: StaffTransition) => void;
  onSoldout: (order: BoardOrder) => void;
  onPrint: (order: BoardOrder) => void;
}

const Column = observer(function Column({ name, now, onStep, onSoldout, onPrint }: ColumnProps) {
  const board = useAdminStore(boardStore);
  const orders = board.listOrders(name);
  const longest = findLongestWaiting(board.orders);
  return (
    <section className={styles.column} aria-label={messages.columns[name]}>
      <h2 className={styles.name}>
        {messages.columns[name]}
        <span>{board.countOrders(name)}</span>
      </h2>
      {groupByTime(orders).map(({ time, orders: group }) => (
        <div key={time ?? ""} className={styles.group}>
          {time !== null && <h3 className={styles.time}>{formatGroupTitle(time, now)}</h3>}
          {group.map((order) => (
            <BoardCard
              key={order.order_id}
              order={order}
              now={now}
              isLongest={order.order_id === longest?.order_id}
              isMoving={board.movingId === order.order_id}
              onMove={(to) => onStep(order, to)}
              onSoldout={() => onSoldout(order)}
              onCall={() => announce(messages.spoken(toOrderCode(order)))}
              onPrint={() => onPrint(order)}
            />
          ))}
        </div>
      ))}
      {orders.length === 0 && board.countOrders(name) === 0 && <p className={styles.none}>{messages.none}</p>}
      {board.countUnloaded(name) > 0 && (
        <Button
          size="small"
          loading={board.board.isLoading}
          onClick={() => void logErrors("loading more orders failed", board.loadMore(name))}
        >
          {messages.moreIn(board.countUnloaded(name))}
        </Button>
      )}
    </section>
  );
});

/** Formats the booked time of a group, and by how much it is overdue. */
function formatGroupTitle(time: string, now: number): string {
  const at = parseBookedTime(time);
  const timeText = formatBookedTime(time, now);
  return at > now ? messages.booked(timeText) : messages.overdue(timeText, Math.floor((now - at) / 60_000));
}

/** Formats a booked time for the kitchen: "明天 12:30". */
function formatBookedTime(time: string, now: number): string {
  return `${uiMessages.day(daysAhead(time, now), time.slice(5, 10))} ${time.slice(11)}`;
}
