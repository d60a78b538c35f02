/** A customer's orders, by their state. */
export interface CorruptionTargets {
  userId: string;
  friendId: string;
  paid: string;
  carded: string;
  cancelled: string;
  redeemed: string;
}

const insertRefund = (order: string, id: string, state: string, fen: number) => `
  insert into refunds (id, refund_no, order_id, attempt_id, kind, money_fen, reason, operator, state, created_at)
  select '${id}', '${id}', order_id, id, 'staff', ${fen}, 'x', 'x', '${state}', now()
  from payment_attempts where order_id = '${order}' and state = 'success'`;
const updateOrder = (change: string, order: string) => `update orders set ${change} where id = '${order}'`;
const updateAccount = (change: string, user: string) =>
  `update points_accounts set ${change} where user_id = '${user}'`;

/** Builds the statements that violate each invariant, and possibly others; no statement has parameters. */
export function ledgerCorruptions({
  userId,
  friendId,
  ...orders
}: CorruptionTargets): Record<string, string> {
  const { paid, carded, cancelled, redeemed } = orders;
  return {
    "a paid order was paid in full, by money and points": updateOrder("paid_fen = paid_fen - 1", paid),
    "points pay for no more than half of the goods, one fen each": updateOrder("points_used = 601", paid),
    "an account's balance is the sum of its movements": updateAccount("balance = balance + 1", userId),
    "each movement of points tells the balance that it leaves": `
      update points_ledger set balance_after = balance_after + 1 where user_id = '${userId}'`,
    "what is reserved is what orders hold": updateAccount("reserved = reserved + 1", userId),
    "an order holds its points while it waits for money, and has spent them when it is paid": `
      update points_reservations set state = 'released' where order_id = '${paid}'`,
    "only an order that holds or has spent points counts them": `
      delete from points_reservations where order_id = '${paid}'`,
    "points that were spent and given back are in the ledger, and never more than were spent": `
      delete from points_ledger where order_id = '${paid}' and type = 'spend'`,
    "an order's refunded points are the sum of its finished refunds, and no more are promised than were spent":
      updateOrder("refunded_points = 1", paid),
    "an order has earned the points of its time for each whole yuan of money that was kept for its goods": `
      delete from points_ledger where order_id = '${paid}' and type = 'earn'`,
    "the points of an order that is completed or given back know when they can be used": updateOrder(
      "completed_at = now()",
      carded,
    ),
    "a card's balance is the sum of its movements, and never less than nothing": `
      update cards set balance_fen = balance_fen + 1 where user_id = '${userId}'`,
    "a card paid what its attempt says": `
      update card_ledger set order_id = null where order_id = '${carded}'`,
    "a card got back what was refunded, and nothing else": updateOrder("refunded_fen = 1", carded),
    "refunds to a card are done when they are written": insertRefund(carded, "slow", "created", 1),
    "a withdrawal took its points once, and one that was rejected gave them back": `
      update withdrawals set status = 'rejected' where user_id = '${userId}'`,
    "thanks for a friend's meal are given while it counts, and taken back when it does not": `
      insert into invites (invitee_id, inviter_id, status, order_id, points, bound_at)
      values ('${friendId}', '${userId}', 'rewarded', '${paid}', 500, now())`,
    "an order's paid money is what was captured for it": `
      update payment_attempts set amount_fen = amount_fen + 1 where order_id = '${paid}'`,
    "an order's refunded money is the sum of its finished refunds": updateOrder("refunded_fen = 1", paid),
    "refunds of a payment, those that failed included, never exceed it": insertRefund(
      paid,
      "much",
      "processing",
      1_000_000,
    ),
    "a refund that failed waits for a person, with the reason, and its order says so": insertRefund(
      paid,
      "failed",
      "failed",
      1,
    ),
    "an order whose refund is called failed has one that failed": updateOrder(
      "refund_status = 'failed'",
      paid,
    ),
    "a refund that was closed goes on under one other number, with the same amount": insertRefund(
      paid,
      "closed",
      "closed",
      1,
    ),
    "a refund goes on with one that was closed": `
      ${insertRefund(paid, "second", "processing", 1)}; update refunds set restart_of = 'nobody' where id = 'second'`,
    "a refund that is under way is due, and one that is over is not": insertRefund(
      paid,
      "still",
      "processing",
      1,
    ),
    "only paid orders are beyond waiting for money": updateOrder("status = 'pending_payment'", paid),
    "a cancelled order holds nothing": updateOrder("reserved_at = now()", cancelled),
    "an order that is not cancelled keeps what it holds": updateOrder("reserved_at = null", paid),
    "the places taken in a slot are those of the orders that hold one": `
      update booking_slots set taken = taken - 1`,
    "no slot has more or fewer places taken than there are": `
      alter table booking_slots drop constraint booking_slots_taken_check; update booking_slots set capacity = 0`,
    "a voucher is redeemed by one live order, and only then": `
      update vouchers set status = 'issued' where order_id = '${redeemed}'`,
    "an order made with a voucher costs nothing and gives nothing back": updateOrder(
      "refund_status = 'refunded'",
      redeemed,
    ),
    "only an order that waits for money has an open payment": `
      update payment_attempts set state = 'pending' where order_id = '${paid}'`,
    "an order has at most one row for each version of its history, and none is missing": updateOrder(
      "version = version + 1",
      paid,
    ),
    "what belongs to an order belongs to one that is there": `
      alter table order_items drop constraint order_items_order_id_orders_id_fk;
      update order_items set order_id = 'none' where order_id = '${paid}'`,
    "an order's numbers are its own": `
      drop index orders_order_no_key; ${updateOrder(`order_no = (select order_no from orders where id = '${paid}')`, carded)}`,
    "a history is a chain": `
      update order_history set from_state = 'nowhere' where order_id = '${paid}' and from_state is not null`,
  };
}
