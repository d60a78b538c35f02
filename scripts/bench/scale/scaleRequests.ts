import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { staffOrderEndpoints } from "#contract/staff/order/endpoints.ts";
import { knownIds } from "./fill.ts";

/** A request that has to stay fast at any data size, and the indexes that its statements rely on. */
export interface ScaleRequest {
  name: string;
  path: string;
  query: Record<string, string>;
  indexes: string[];
  /** Caller: the customer with many orders by default, or the head office. */
  who?: "customer" | "staff";
}

const shanghai = { lat: "31.2304", lng: "121.4737" };
/** A position far from every city. */
const country = { lat: "36.5", lng: "100.5" };
const chengdu = "510100";

const searchPosition = ["restaurants_place_idx", "restaurants_pkey"];
const searchIndexes = ["restaurants_ngrams_idx"];
const lines = "order_items_order_id_line_pk";
const menu = ["restaurants_pkey", "store_dishes_restaurant_id_dish_id_pk"];

function toRequest(endpoint: Endpoint<never>) {
  return (name: string, query: Record<string, string>, indexes: string[]): ScaleRequest => ({
    name,
    path: endpoint.path,
    query,
    indexes,
  });
}

const list = toRequest(restaurantEndpoints.list as Endpoint<never>);
const search = toRequest(restaurantEndpoints.search as Endpoint<never>);
const orders = toRequest(orderEndpoints.list as Endpoint<never>);

/** Requests that find restaurants and read their menus. */
export const restaurantRequests: ScaleRequest[] = [
  list("stores: first page", shanghai, searchPosition),
  list("stores: page 20", { ...shanghai, page: "20" }, searchPosition),
  list("stores: far from all", country, searchPosition),
  list("stores: of the own city", { ...shanghai, gbCityCode: "310100" }, searchPosition),
  list("stores: of a far city", { ...shanghai, gbCityCode: chengdu }, ["restaurants_city_idx"]),
  list("stores: nearest that delivers", { ...shanghai, service: "takeaway", pageSize: "1" }, searchPosition),
  search("search: a word of all", { ...shanghai, keyword: "食单" }, searchPosition),
  search("search: a word of one store", { ...shanghai, keyword: "大学742店" }, searchIndexes),
  search("search: one sign", { ...shanghai, keyword: "锦" }, searchPosition),
  search("search: nothing has it", { ...shanghai, keyword: "火星" }, searchIndexes),
  search("search: a far city's name", { ...shanghai, keyword: "成都" }, searchIndexes),
  search("search: in a far city", { ...shanghai, keyword: "海曙", gbCityCode: chengdu }, searchIndexes),
  toRequest(restaurantEndpoints.detail as Endpoint<never>)("store", { id: knownIds.bigStore }, [
    "restaurants_pkey",
  ]),
  toRequest(restaurantEndpoints.slots as Endpoint<never>)(
    "slots of a store",
    { restaurant_id: knownIds.bigStore },
    ["restaurants_pkey", "booking_slots_restaurant_id_slot_at_pk"],
  ),
  toRequest(menuEndpoints.takeawayItems as Endpoint<never>)(
    "menu of an ordinary store",
    { restaurant_id: "SH001" },
    menu,
  ),
  toRequest(menuEndpoints.popular as Endpoint<never>)(
    "popular dishes of a store",
    { restaurant_id: "SH002" },
    menu,
  ),
  toRequest(menuEndpoints.takeawayStart as Endpoint<never>)("address, nearest store and menu", {}, [
    "addresses_default_key",
    ...searchPosition,
    "store_dishes_restaurant_id_dish_id_pk",
  ]),
];

/** Requests for the customer's orders. */
export const orderRequests: ScaleRequest[] = [
  orders("orders: first page", {}, ["orders_user_idx", lines]),
  orders("orders: page 20", { page: "20" }, ["orders_user_idx", lines]),
  orders("orders: under way", { status: "active" }, ["orders_user_active_idx", lines]),
  orders("orders: unpaid", { status: "pending_payment" }, ["orders_user_status_idx"]),
  orders("orders: cancelled", { status: "cancelled" }, ["orders_user_status_idx", lines]),
  orders("orders: with a refund", { status: "refund" }, ["orders_user_refund_idx", lines]),
  orders("orders: of one kind", { order_type: "dine_in" }, ["orders_user_idx", lines]),
  orders("orders: of one kind, cancelled", { order_type: "dine_in", status: "cancelled" }, [
    "orders_user_status_idx",
  ]),
  toRequest(orderEndpoints.detail as Endpoint<never>)(
    "order, with its place in the queue",
    { order_id: knownIds.queued },
    ["orders_pkey", "orders_queue_idx", "order_history_version_key", lines],
  ),
];

function toStaffRequest(endpoint: Endpoint<never>) {
  return (name: string, query: Record<string, string>, indexes: string[]): ScaleRequest => ({
    ...toRequest(endpoint)(name, query, indexes),
    who: "staff",
  });
}

const queue = toStaffRequest(staffChatEndpoints.sessions as Endpoint<never>);
const audit = toStaffRequest(adminEndpoints.audit as Endpoint<never>);
const history = toRequest(chatEndpoints.history as Endpoint<never>);

/** Customer-service requests: a conversation of thousands of messages, and the queue of all conversations. */
export const serviceRequests: ScaleRequest[] = [
  history("thread: its end", {}, ["chat_messages_user_idx"]),
  history("thread: upwards", { before_id: "2000" }, ["chat_messages_user_idx"]),
  history("thread: its beginning", { after_id: "0" }, ["chat_messages_user_idx"]),
  toRequest(chatEndpoints.state as Endpoint<never>)("thread: what is unread", {}, ["conversations_pkey"]),
  queue("queue: all", {}, ["conversations_waiting_idx"]),
  queue("queue: page 20", { page: "20" }, ["conversations_waiting_idx"]),
  queue("queue: open", { status: "open" }, ["conversations_status_idx"]),
  queue("queue: mine", { filter: "mine" }, ["conversations_assignee_idx"]),
  queue("queue: mine and open", { filter: "mine", status: "open" }, ["conversations_assignee_status_idx"]),
  queue("queue: open, of nobody", { filter: "unassigned", status: "open" }, ["conversations_status_idx"]),
  queue("queue: searched by name", { keyword: "访客1024" }, ["users_name_idx"]),
  queue("queue: searched by number", { keyword: "0042" }, ["users_phone_end_idx"]),
  queue("queue: searched by order number", { keyword: "900000000000000042" }, ["orders_order_no_key"]),
  toStaffRequest(staffChatEndpoints.counts as Endpoint<never>)("queue: counted", {}, [
    "conversations_status_idx",
  ]),
  toStaffRequest(staffOrderEndpoints.refundRequests as Endpoint<never>)("requests for refunds", {}, [
    "refund_requests_due_idx",
  ]),
  toStaffRequest(staffOrderEndpoints.refundRequests as Endpoint<never>)(
    "requests for refunds: answered",
    { status: "answered" },
    ["refund_requests_answered_idx"],
  ),
  toStaffRequest(staffOrderEndpoints.failedRefunds as Endpoint<never>)("failed refunds", {}, [
    "refunds_failed_idx",
  ]),
  toStaffRequest(orderEndpoints.board as Endpoint<never>)("board of a store", { restaurant_id: "SH001" }, [
    lines,
  ]),
  audit("audit log", {}, ["audit_log_changes_idx"]),
  audit("audit log: with reads", { reads: "true" }, ["audit_log_at_idx"]),
  audit("audit log: of a day", { from: "2026-01-01", until: "2026-01-01" }, ["audit_log_changes_idx"]),
  audit("audit log: of one member", { actor: "operator:7" }, ["audit_log_actor_changes_idx"]),
  audit("audit log: of one customer", { target: knownIds.customer }, ["audit_log_target_changes_idx"]),
  audit("audit log: of a rare kind", { action: "order.refund" }, ["audit_log_action_idx"]),
];

/** Requests for the users invited by the customer. */
export const inviteRequests: ScaleRequest[] = [
  toRequest(inviteEndpoints.records as Endpoint<never>)("friends: first page", {}, ["invites_inviter_idx"]),
  toRequest(inviteEndpoints.stats as Endpoint<never>)("friends: counted", {}, ["invites_inviter_idx"]),
];

/** Menu of the restaurant that sells all dishes; its response grows with them. */
export const bigMenu: ScaleRequest = toRequest(menuEndpoints.takeawayItems as Endpoint<never>)(
  "menu with every dish",
  { restaurant_id: knownIds.bigStore },
  menu,
);

/** Indexes that the periodic sweeper jobs rely on, by job name. */
export const jobIndexes: Record<string, string[]> = {
  "due-orders": ["orders_due_idx"],
  "unanswered-payments": ["payment_attempts_query_idx"],
  refunds: ["refunds_due_idx"],
  "invite-rewards": ["invites_reward_idx"],
  "clean-up": [
    "tokens_expires_idx",
    "payment_notifications_refused_idx",
    "devices_login_idx",
    "sms_codes_at_idx",
    "idempotency_keys_at_idx",
    "cache_entries_expires_idx",
  ],
  "refund-requests": ["refund_requests_due_idx"],
  figures: [],
};

/**
 * Tables that grow with the chain and its customers: no statement measured here may scan them sequentially.
 */
export const largeTables = [
  "addresses",
  "restaurants",
  "store_dishes",
  "booking_slots",
  "orders",
  "order_items",
  "order_history",
  "payment_attempts",
  "payment_notifications",
  "refunds",
  "invites",
  "users",
  "tokens",
  "devices",
  "sms_codes",
  "idempotency_keys",
  "cache_entries",
  "conversations",
  "chat_messages",
  "refund_requests",
  "audit_log",
];
