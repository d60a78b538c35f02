/** Invariants of the points and card ledgers; each SQL statement selects rows that violate one. */
export const balanceInvariants: Record<string, string> = {
  "a paid order was paid in full, by money and points": `
    select order_no from orders where paid_at is not null and paid_fen + points_fen <> total_fen`,
  "points pay for no more than half of the goods, one fen each": `
    select order_no from orders where points_used <> points_fen or points_used * 2 > goods_fen`,
  "an account's balance is the sum of its movements": `
    select coalesce(a.user_id, l.user_id) as user from points_accounts a full join (
      select user_id, sum(delta) as sum from points_ledger group by user_id) l on l.user_id = a.user_id
    where coalesce(a.balance, 0) <> coalesce(l.sum, 0)`,
  "each movement of points tells the balance that it leaves": `
    select id from (select id, balance_after, sum(delta) over (partition by user_id order by id) as sum
      from points_ledger) l where balance_after <> sum`,
  "what is reserved is what orders hold": `
    select a.user_id from points_accounts a where a.reserved <> (
      select coalesce(sum(h.points), 0) from points_reservations h where h.user_id = a.user_id and h.state = 'held')`,
  "an order holds its points while it waits for money, and has spent them when it is paid": `
    select o.order_no, o.status, h.state from points_reservations h join orders o on o.id = h.order_id
    where h.user_id <> o.user_id or (h.state <> 'released' and h.points <> o.points_used)
      or (h.state = 'held' and o.status <> 'pending_payment') or ((h.state = 'spent') <> (o.paid_at is not null and o.points_used > 0))`,
  "only an order that holds or has spent points counts them": `
    select o.order_no from orders o where o.points_used > 0 and not exists (
      select 1 from points_reservations h where h.order_id = o.id and h.state <> 'released')`,
  "points that were spent and given back are in the ledger, and never more than were spent": `
    select o.order_no from orders o left join (
      select order_id, sum(delta) filter (where type = 'spend') as spent,
        sum(delta) filter (where type = 'refund') as back from points_ledger group by order_id) l on l.order_id = o.id
    where coalesce(-l.spent, 0) <> (case when o.paid_at is null then 0 else o.points_used end)
      or coalesce(l.back, 0) <> o.refunded_points or o.refunded_points > o.points_used`,
  "an order's refunded points are the sum of its finished refunds, and no more are promised than were spent": `
    select o.order_no from orders o left join (
      select order_id, sum(points) filter (where state in ('success', 'settled')) as done,
        sum(points) filter (where state <> 'closed') as promised from refunds group by order_id) r on r.order_id = o.id
    where coalesce(r.done, 0) <> o.refunded_points or coalesce(r.promised, 0) > o.points_used`,
  "an order has earned the points of its time for each whole yuan of money that was kept for its goods": `
    select o.order_no from orders o left join (
      select order_id, sum(delta) as sum from points_ledger where type in ('earn', 'reverse') group by order_id) l
      on l.order_id = o.id
    where coalesce(l.sum, 0) <> (case when o.paid_at is null or exists (
        select 1 from payment_attempts a where a.order_id = o.id and a.out_trade_no like 'DEMO%') then 0
      else greatest(0, o.goods_fen - o.points_fen - o.refunded_fen) / 100 * coalesce((
        select (s.value->>'per_yuan')::int from chain_settings s
        where s.section = 'points' and s.changed_at <= o.created_at order by s.version desc limit 1), 1) end)`,
  "the points of an order that is completed or given back know when they can be used": `
    select l.id from points_ledger l join orders o on o.id = l.order_id
    where l.available_at is null and (o.completed_at is not null or o.refund_status = 'refunded')`,
  "a card's balance is the sum of its movements, and never less than nothing": `
    select c.number from cards c where c.balance_fen < 0 or c.balance_fen <> (
      select coalesce(sum(l.delta_fen), 0) from card_ledger l where l.card_id = c.id)`,
  "a card paid what its attempt says": `
    select a.out_trade_no from payment_attempts a left join card_ledger l on l.id = a.transaction_id and l.type = 'pay'
    where a.channel = 'card' and (l.id is null or -l.delta_fen <> a.amount_fen or l.order_id is distinct from a.order_id)`,
  "a card got back what was refunded, and nothing else": `
    select o.order_no from orders o where o.payment_method = 'card' and o.refunded_fen <> (
      select coalesce(sum(l.delta_fen), 0) from card_ledger l where l.order_id = o.id and l.type = 'refund')`,
  "refunds to a card are done when they are written": `
    select r.refund_no from refunds r join payment_attempts a on a.id = r.attempt_id
    where a.channel = 'card' and r.state <> 'success'`,
  "a withdrawal took its points once, and one that was rejected gave them back": `
    select w.id, w.status from withdrawals w where (
      select coalesce(sum(l.delta), 0) from points_ledger l where l.user_id = w.user_id and (l.reference = w.id or starts_with(l.reference, w.id || ':'))
        and l.type in ('withdraw', 'withdraw_return')) <> (case w.status when 'rejected' then 0 else -w.points end)`,
  "thanks for a friend's meal are given while it counts, and taken back when it does not": `
    select i.invitee_id, i.status from invites i where (
      select coalesce(sum(l.delta), 0) from points_ledger l where l.user_id = i.inviter_id
        and l.reference = 'invite:' || i.order_id and l.type in ('invite', 'reverse')) <> i.points
      or (i.points > 0 and i.status <> 'rewarded')`,
};
