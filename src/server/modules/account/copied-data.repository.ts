import { type SQL, sql } from "drizzle-orm";
import type { QueryRunner } from "../../platform/database/Database.ts";

/** A file of a copy: its name without extension, what it holds, and how to read a page of its rows. */
export interface CopiedSection {
  name: string;
  meaning: string;
  /** Reads `limit` rows from `offset` on, which are those after `last`, always in the same order. */
  read: (queries: QueryRunner, userId: string, page: CopiedPage) => Promise<unknown[]>;
}

interface CopiedPage {
  offset: number;
  limit: number;
  /** The row before the page; missing for the first page. */
  last?: unknown;
}

/**
 * Builds a section from a statement that selects rows in a fixed order. For sections that may be long, `isAfter` is the
 * condition for rows after one that was read: an offset would read all rows before it again.
 */
function section<Row>(
  name: string,
  meaning: string,
  select: (userId: string, isWanted: SQL) => SQL,
  isAfter?: (last: Row) => SQL,
): CopiedSection {
  return {
    name,
    meaning,
    read: async (queries, userId, { offset, limit, last }) => {
      const isWanted = isAfter && last !== undefined ? isAfter(last as Row) : sql`true`;
      const skipped = isAfter ? 0 : offset;
      const { rows } = await queries.execute<{ data: unknown }>(
        sql`select row_to_json(row) as data from (${select(userId, isWanted)} offset ${skipped} limit ${limit}) row`,
      );
      return rows.map(({ data }) => data);
    },
  };
}

const orderItemsJson = sql`(select json_agg(json_build_object('name', i.name, 'spec', i.spec_name, 'quantity', i.quantity,
  'price_fen', i.price_fen, 'refunded_quantity', i.refunded_quantity) order by i.line) from order_items i where i.order_id = o.id)`;
const paymentsJson = sql`(select json_agg(json_build_object('trade_no', a.out_trade_no, 'channel', a.channel, 'amount_fen', a.amount_fen,
  'state', a.state, 'payer_openid', a.payer_openid, 'client_ip', a.client_ip, 'created_at', a.created_at) order by a.created_at)
  from payment_attempts a where a.order_id = o.id)`;
const refundsJson = sql`(select json_agg(json_build_object('refund_no', r.refund_no, 'money_fen', r.money_fen, 'points', r.points,
  'reason', r.reason, 'state', r.state, 'created_at', r.created_at) order by r.created_at) from refunds r where r.order_id = o.id)`;
const refundRequestsJson = sql`(select json_agg(json_build_object('reason', q.reason, 'text', q.text, 'images', q.images, 'status', q.status,
  'answer', q.answer, 'created_at', q.created_at) order by q.created_at) from refund_requests q where q.order_id = o.id)`;

/** Everything that is stored about a customer, by file. */
export const copiedSections: readonly CopiedSection[] = [
  section(
    "profile",
    "账号资料",
    (id) => sql`select id as user_id, phone, openid, unionid, nickname, avatar, invite_code, created_at
      from users where id = ${id}`,
  ),
  section(
    "addresses",
    "收货地址",
    (
      id,
    ) => sql`select recipient, phone, location, details, house_number, is_default, lat, lng, poi_name, poi_address,
      created_at, updated_at from addresses where user_id = ${id} order by created_at, id`,
  ),
  section(
    "favourites",
    "收藏的餐厅",
    (
      id,
    ) => sql`select r.name as restaurant, f.created_at from favourites f join restaurants r on r.id = f.restaurant_id
      where f.user_id = ${id} order by f.created_at, f.restaurant_id`,
  ),
  section(
    "orders",
    "订单，含菜品、支付和退款",
    (
      id,
      isWanted,
    ) => sql`select o.order_no, o.type, o.status, o.refund_status, o.restaurant->>'name' as restaurant, o.address,
      o.contact_phone, o.remark, o.table_no, o.booking_at, o.goods_fen, o.delivery_fee_fen, o.packing_fee_fen, o.points_used,
      o.points_fen, o.total_fen, o.pay_fen, o.paid_fen, o.refunded_fen, o.payment_method, o.voucher_id, o.created_at, o.paid_at,
      o.completed_at, o.cancelled_at, o.cancel_reason, ${orderItemsJson} as items, ${paymentsJson} as payments,
      ${refundsJson} as refunds, ${refundRequestsJson} as refund_requests
      from orders o where o.user_id = ${id} and ${isWanted} order by o.created_at, o.order_no`,
    (last: { created_at: string; order_no: string }) =>
      sql`(o.created_at, o.order_no) > (${last.created_at}::timestamptz, ${last.order_no})`,
  ),
  section(
    "points",
    "积分明细",
    (
      id,
    ) => sql`select type, delta, balance_after, reference, available_at, expires_at, created_at from points_ledger
      where user_id = ${id} order by id`,
  ),
  section(
    "card",
    "会员卡及余额明细",
    (
      id,
    ) => sql`select c.number, c.balance_fen, c.bound_at, l.type, l.delta_fen, l.balance_after_fen, l.created_at
      from cards c join card_ledger l on l.card_id = c.id where c.user_id = ${id}
        and (l.type = 'issue' or c.bound_at is null or l.created_at >= c.bound_at) order by l.created_at, l.id`,
  ),
  section(
    "invites",
    "邀请记录；好友的资料不在其中",
    (
      id,
    ) => sql`select case when inviter_id = ${id} then 'invited_a_friend' else 'was_invited' end as relation, status, points,
      bound_at, rewarded_at from invites where inviter_id = ${id} or invitee_id = ${id} order by bound_at, invitee_id`,
  ),
  section(
    "withdrawals",
    "积分提现",
    (id) => sql`select points, status, reason, created_at, reviewed_at from withdrawals where user_id = ${id}
      order by created_at, id`,
  ),
  section(
    "chat",
    "与客服的对话",
    (id, isWanted) => sql`select m.id, m.sender_type as sender, m.type, m.content, m.order_id,
      case when f.id is null then null else 'pictures/' || f.kind || '-' || f.id || '.' || split_part(f.path, '.', 2) end as picture,
      m.created_at, m.read_at from chat_messages m left join files f on f.id = m.file_id
      where m.user_id = ${id} and ${isWanted} order by m.id`,
    (last: { id: number }) => sql`m.id > ${last.id}`,
  ),
  section(
    "sessions",
    "登录设备",
    (id) => sql`select device, created_at as logged_in_at, last_used_at, expires_at from tokens
      where audience = 'customer' and subject_id = ${id} order by created_at, hash`,
  ),
];

/** Lists a page of a customer's pictures, in a fixed order. */
export async function listPictures(
  queries: QueryRunner,
  userId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ name: string; path: string }[]> {
  const { rows } = await queries.execute<{ name: string; path: string }>(sql`
    select 'pictures/' || kind || '-' || id || '.' || split_part(path, '.', 2) as name, path from files
    where owner_id = ${userId} order by created_at, id offset ${offset} limit ${limit}`);
  return rows;
}
