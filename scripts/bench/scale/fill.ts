import type pg from "pg";
import { everyDay } from "#contract/restaurant/opening-hours.ts";

/** Sizes of a generated data set, added to the demo chain. */
export interface Amounts {
  stores: number;
  /** Dishes of one dedicated restaurant. */
  dishes: number;
  orders: number;
  /** Number of the orders that belong to one customer. */
  ownOrders: number;
}

/** A hundred times as much as the small chain of the benchmarks. */
export const largeAmounts: Amounts = { stores: 100_000, dishes: 5_000, orders: 1_000_000, ownOrders: 20_000 };

/** Ids that are the same in every data set. */
export const knownIds = {
  /** A restaurant that sells all generated dishes. */
  bigStore: "B000001",
  /** The customer with many orders. */
  customer: "bench-customer",
  /** An order of that customer which is queued behind others at a restaurant. */
  queued: "bench-queued",
  /** A customer who has never ordered. */
  buyer: "g1",
  /** A head-office member with access to everything. */
  staff: "bench-staff",
} as const;

/** Cities with region code and centre; restaurants lie within about twenty kilometres. */
const cities = `(values
  (0, '上海市', '310100', 31.2304, 121.4737), (1, '北京市', '110100', 39.9042, 116.4074),
  (2, '成都市', '510100', 30.5728, 104.0668), (3, '广州市', '440100', 23.1291, 113.2644),
  (4, '深圳市', '440300', 22.5431, 114.0579), (5, '杭州市', '330100', 30.2741, 120.1551),
  (6, '南京市', '320100', 32.0603, 118.7969), (7, '武汉市', '420100', 30.5928, 114.3055),
  (8, '西安市', '610100', 34.3416, 108.9398), (9, '重庆市', '500100', 29.5630, 106.5516),
  (10, '天津市', '120100', 39.3434, 117.3616), (11, '苏州市', '320500', 31.2990, 120.5853),
  (12, '长沙市', '430100', 28.2282, 112.9388), (13, '郑州市', '410100', 34.7466, 113.6254),
  (14, '青岛市', '370200', 36.0671, 120.3826), (15, '沈阳市', '210100', 41.8057, 123.4315),
  (16, '昆明市', '530100', 25.0389, 102.7183), (17, '哈尔滨市', '230100', 45.8038, 126.5350),
  (18, '乌鲁木齐市', '650100', 43.8256, 87.6168), (19, '厦门市', '350200', 24.4798, 118.0894)
) as c (nth, city, code, lat, lng)`;

const stores = `insert into restaurants (id, name, address, city_name, district_name, gb_city_code, lat, lng, phone,
    week_hours, accepts_orders, delivers, delivery_radius_m, slot_capacity)
  select 'B' || lpad(n::text, 6, '0'), '食单·' || area || kind || n || '店', city || area || '区' || road || '路' || n % 900 || '号',
    city, area || '区', code, c.lat + 0.2 * (random() + random() - 1), c.lng + 0.2 * (random() + random() - 1), '02100000000',
    '${JSON.stringify(everyDay(["07:00", "23:00"]))}', true, n % 7 > 0, 5000, 20
  from generate_series(1, $1::int) n
    join ${cities} on c.nth = n % 20
    cross join lateral (select
      (array['东城','西湖','南山','北仑','高新','朝阳','海曙','江宁','武昌','锦江','雁塔','滨湖'])[1 + n / 20 % 12] as area,
      (array['广场','中心','公园','大学','车站','天地','里弄','花园','码头'])[1 + n / 240 % 9] as kind,
      (array['人民','中山','解放','建设','和平','长江','黄河','文化','青年','新华','胜利'])[1 + n % 11] as road) w`;

const dishes = `insert into dishes (id, name, category_id, price_fen, description, image, takeaway, in_store, rank)
  select 'D' || lpad(n::text, 5, '0'), '菜品' || n, (select id from menu_categories order by rank offset n % 5 limit 1),
    1000 + n % 50 * 100, '按量做的菜', '/media/dishes/10101.webp', true, true, 1000 + n
  from generate_series(1, $1::int) n`;

const offers = `insert into store_dishes (restaurant_id, dish_id, sales)
  select id, 'D' || lpad((1 + (n * 7 + k * 13) % $1::int)::text, 5, '0'), n % 100
    from (select id, row_number() over () as n from restaurants where id like 'B%' and id <> '${knownIds.bigStore}') r,
      generate_series(1, 8) k
  union select '${knownIds.bigStore}', id, 10 from dishes where id like 'D%'
  on conflict do nothing`;

const people = `insert into users (id, nickname, invite_code, created_at)
  select 'u' || n, '顾客' || n, 'B' || lpad(n::text, 8, '0'), now() - interval '400 days' from generate_series(1, $1::int) n
  union all select '${knownIds.customer}', '常客', 'BENCH0000', now() - interval '400 days'`;

/** Most orders are completed; a few await payment, the kitchen or a refund. */
const orders = `insert into orders (id, order_no, public_id, user_id, restaurant_id, type, status, refund_status, version,
    goods_fen, original_fen, delivery_fee_fen, total_fen, pay_fen, paid_fen, remark, tableware_count, soldout_policy,
    restaurant, created_at, pay_expire_at, paid_at, payment_method, accepted_at, ready_at, cancelled_at, cancel_reason, due_at)
  select case when n = 1 then '${knownIds.queued}' else 'o' || n end, '9' || lpad(n::text, 17, '0'), 'p' || n,
    case when n <= $2::int then '${knownIds.customer}' else 'u' || 1 + n % $3::int end,
    -- Sixty orders wait at one store however large the set is, so that its queue is as long everywhere.
    case when n <= 60 then 'SH001' else 'B' || lpad((1 + n % $4::int)::text, 6, '0') end,
    case when n % 50 = 0 then 'dine_in' when n % 5 = 0 then 'pickup' else 'takeaway' end, status,
    case when n % 53 = 0 then 'refunded' else 'none' end, 3, 3300, 3600, 500, 3800, 3800,
    case when status in ('pending_payment', 'cancelled') then 0 else 3800 end, '', 1, 'contact',
    jsonb_build_object('id', 'SH001', 'name', '食单', 'address', '路', 'phone', '0', 'lat', 31.2, 'lng', 121.4),
    at, at + interval '15 minutes', case when status in ('pending_payment', 'cancelled') then null else at end,
    case when status in ('pending_payment', 'cancelled') then null else 'wechat' end,
    case when status = 'completed' then at + interval '1 minute' end, case when status = 'completed' then at + interval '16 minutes' end,
    case when status = 'cancelled' then at + interval '9 minutes' end, case when status = 'cancelled' then '超时未支付' end,
    case when status in ('completed', 'cancelled') then null else now() + (100 + n % 1000) * interval '1 minute' end
  from generate_series(1, $1::int) n
    cross join lateral (select now() - interval '1 hour' - n * (interval '360 days' / $1::int) as at,
      case when n <= 60 then 'accepted' when n % 1009 = 0 then 'pending_payment' when n % 1013 = 0 then 'preparing'
        when n % 37 = 0 then 'cancelled' else 'completed' end as status) s`;

const items = `insert into order_items (order_id, line, dish_id, name, image, price_fen, original_price_fen, quantity)
  select id, 1, case when right(order_no, 6)::int % 3 = 0 then '10101' else 'D' || lpad((1 + right(order_no, 6)::int % $1::int)::text, 5, '0') end,
      '菜品', '/media/dishes/10101.webp', 3300, 3600, 1 from orders where order_no like '9%'`;

const history = `insert into order_history (order_id, field, to_state, version, actor, created_at)
  select id, 'status', 'pending_payment', 1, 'customer', created_at from orders where order_no like '9%'`;

const attempts = `insert into payment_attempts (id, order_id, out_trade_no, channel, amount_fen, state, client_ip, created_at,
    succeeded_at, next_query_at)
  select 'a' || id, id, order_no || '_1', 'h5', 3800, case when paid_fen > 0 then 'success' else 'closed' end,
    '127.0.0.1', created_at, paid_at, case when order_no like '%000' and paid_fen > 0 then now() + interval '1 hour' end
  from orders where order_no like '9%'`;

const refunds = `insert into refunds (id, refund_no, order_id, restaurant_id, kind, money_fen, reason, operator, state, created_at, finished_at, next_try_at)
  select 'r' || id, 'C' || order_no, id, restaurant_id, 'cancel', 3800, '改变主意', 'customer', 'success', created_at, created_at + interval '1 day',
    case when order_no like '%00' then now() + interval '1 hour' end
  from orders where refund_status = 'refunded' and order_no like '9%'`;

const notices = `insert into payment_notifications (id, kind, body, headers, outcome, out_trade_no, received_at)
  select 'n' || id, 'payment', '\\x7b7d', '{}', 'applied', order_no || '_1', created_at from orders where paid_fen > 0 and order_no like '9%'`;

const slots = `insert into booking_slots (restaurant_id, slot_at, taken, capacity)
  select id, date_trunc('hour', now()) + k * interval '3 hours', 3, 20 from restaurants, generate_series(1, 4) k`;

/** Rows that the server stores temporarily and that the sweeper deletes when they expire. */
const memory = [
  `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
    select 'h' || id, 'customer', id, now(), now(), now() + interval '30 days' from users`,
  `insert into devices (audience, subject_id, hash, last_login_at)
    select 'customer', id, 'd' || id, now() from users`,
  `insert into sms_codes (phone, purpose, code_hash, network, created_at, expires_at)
    select id, 'customer', '', '10.0.0.1', now(), now() from users`,
  `insert into idempotency_keys (subject_id, key, endpoint, body_hash, created_at)
    select id, 'key', 'order/create', '', now() from users`,
  `insert into cache_entries (key, value, expires_at)
    select 'pickup:' || id, '7', now() + interval '1 day' from restaurants`,
];

/** Every day on which something happened, to be computed; triggers are off while orders are inserted. */
const outdatedDays = [
  `insert into outdated_figures (restaurant_id, date)
    select restaurant_id, (paid_at at time zone 'Asia/Shanghai')::date from orders where paid_at is not null
    union select restaurant_id, (cancelled_at at time zone 'Asia/Shanghai')::date from orders where cancelled_at is not null
    union select restaurant_id, (finished_at at time zone 'Asia/Shanghai')::date from refunds where finished_at is not null
    order by 2, 1`,
  "update figures_progress set completed_at = now()",
];

/** Users without orders who have sent a message, eight per customer. */
const guests = `insert into users (id, phone, nickname, invite_code, created_at)
  select 'g' || n, '156' || lpad(n::text, 8, '0'), '访客' || n, 'G' || lpad(n::text, 8, '0'), now() - interval '90 days'
  from generate_series(1, 8 * $1::int) n`;

/** Data of customer service: a conversation for each user who has none, most of them resolved, and occasional requests. */
const service = [
  `insert into staff (id, phone, name, role, created_at) values ('${knownIds.staff}', '13900007777', '量', 'admin', now())`,
  `insert into chat_messages (user_id, sender_type, sender_id, type, content, client_key, created_at, read_at)
    select id, case when n % 3 = 0 then 'staff' else 'user' end, case when n % 3 = 0 then '${knownIds.staff}' else id end,
      'text', '第' || n || '句', 'k' || n, now() - n * interval '1 minute', case when n > 1 then now() end
    from users, generate_series(1, case when id = '${knownIds.customer}' then 300 else 4 end) n
    where id not in (select user_id from conversations)`,
  `insert into conversations (user_id, status, assignee_id, last_message_id, unread_by_staff, waiting_since, updated_at)
    select user_id, case when nth % 40 = 0 then 'open' else 'resolved' end,
      case when nth % 3 = 0 then '${knownIds.staff}' end, last, 1,
      case when nth % 40 = 0 then now() - nth * interval '1 second' end, now() - nth * interval '1 minute'
    from (select user_id, max(id) as last, row_number() over () as nth from chat_messages
      where user_id not in (select user_id from conversations) group by user_id) m`,
  `insert into refund_requests (id, order_id, restaurant_id, reason, text, images, status, created_at, due_at, answered_at)
    select 'q' || id, id, restaurant_id, '餐品有问题', '', '[]', case when order_no like '%000' then 'open' else 'approved' end,
      created_at, created_at, case when order_no like '%000' then null else created_at end
    from orders where order_no like '9%0'`,
  `insert into audit_log (actor, action, target, detail, created_at)
    select 'operator:' || id % 20000, case when id % 4 = 0 then 'chat.send' else 'chat.read' end, user_id, '{}', now() - id * interval '1 second' from chat_messages where sender_type = 'staff'`,
];

/**
 * Inviters: a few hundred users invited by the one customer, the others in a chain, one in a hundred pending.
 */
const invitations = `insert into invites (invitee_id, inviter_id, status, points, bound_at, reward_at, rewarded_at)
  select id, case when nth <= 300 then '${knownIds.customer}' else 'u' || 1 + nth % 10 end,
    case when nth % 100 = 0 then 'ordered' else 'rewarded' end, case when nth % 100 = 0 then 0 else 500 end,
    now() - nth * interval '1 minute', case when nth % 100 = 0 then now() + interval '1 day' end,
    case when nth % 100 > 0 then now() - nth * interval '1 minute' end
  from (select id, row_number() over (order by id) as nth from users where id ~ '^g[0-9]+$') g`;

/** A default address in Shanghai for each user. */
const homes = `insert into addresses (id, user_id, recipient, phone, location, details, house_number, is_default, lat, lng,
    poi_id, poi_name, poi_address, poi_location, poi_adcode, poi_citycode, poi_cityname, poi_adname, poi_pname, poi_type,
    poi_typecode, created_at, updated_at)
  select 'home-' || id, id, '王小明', '13812345678', '上海市', '中金国际广场', '1室', true, 31.2304, 121.4737,
    'B1', '中金国际广场', '漕溪北路1号', '121.473700,31.230400', '310104', '021', '上海市', '徐汇区', '', '住宅', '120302', now(), now()
  from users where id ~ '^g[0-9]+$' or id = '${knownIds.customer}'`;

const growStatements = [
  "restaurants",
  "invites",
  "store_dishes",
  "orders",
  "order_history",
  "payment_attempts",
  "payment_notifications",
  "chat_messages",
  "audit_log",
  "refunds",
];

/**
 * Runs `work` with the indexes that only speed up reads dropped, and rebuilds them afterwards: ten times
 * faster.
 */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'public' and tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
    [growStatements],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { made } of rows) await client.query(made);
}

/**
 * Fills a migrated and seeded database. The client must be a superuser, because foreign-key checks are
 * disabled.
 */
export async function fill(client: pg.Client, amounts: Amounts): Promise<void> {
  const customers = Math.max(10, Math.floor(amounts.orders / 40));
  await client.query("set session_replication_role = replica");
  await client.query("set statement_timeout = '300s'");
  await client.query("select setseed(0.42)");
  await withoutIndexes(client, async () => {
    await client.query(stores, [amounts.stores]);
    await client.query(dishes, [amounts.dishes]);
    await client.query(offers, [amounts.dishes]);
    await client.query(people, [customers]);
    await client.query(guests, [customers]);
    await client.query(orders, [amounts.orders, amounts.ownOrders, customers, amounts.stores]);
    await client.query(items, [amounts.dishes]);
    for (const statement of [
      history,
      attempts,
      refunds,
      notices,
      slots,
      invitations,
      homes,
      ...memory,
      ...outdatedDays,
      ...service,
    ])
      await client.query(statement);
  });
  await client.query("reset session_replication_role");
  await client.query("vacuum (analyze)");
}
