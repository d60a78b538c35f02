import type { ErrorWord } from "#contract/errors.ts";
import { sha256 } from "#server/platform/ids.ts";
import { newKey, wishOf } from "../buyers.ts";
import { blank, formOf } from "../forms.ts";
import { homeForm, newPhone, store } from "../people.ts";
import type { TestApp } from "../testApp.ts";
import type { Victim } from "./Victim.ts";

/** Who calls: nobody, another customer, staff of each kind, one of another store, and one who was dismissed. */
export const principals = ["nobody", "stranger", "agent", "store", "foreign", "admin", "dismissed"] as const;
export type Who = (typeof principals)[number];

/**
 * What the call answers: it works and shows nothing of the victim's ("own"), it works and may show it or act on it
 * ("works"), or it is refused with a word.
 */
export type Expected = "own" | "works" | ErrorWord;

export interface Input {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The bytes of a form, in the place of a body. */
  form?: Buffer;
}

/** One call with the victim's numbers in it, and what it answers to whom. */
export interface Row {
  input?: (victim: Victim, app: TestApp) => Input | Promise<Input>;
  /** Of a public call. */
  anybody?: Expected;
  /** Of a customer's call, or one for either. */
  stranger?: Expected;
  /** Of a call of staff: agent, the store of the victim's orders, another store, the head office. */
  staff?: readonly [agent: Expected, store: Expected, foreign: Expected, admin: Expected];
}

const position = { lat: 31.19, lng: 121.44 };
const picture = async () => formOf([{ filename: "a.jpg", bytes: await blank(20, 20).jpeg().toBuffer() }]);
const home = { ...homeForm, is_default: false };

/** Calls that anybody may make. */
export const publicRows: Record<string, Row> = {
  "app.settings": { anybody: "own" },
  "app.debugAccess": { input: () => ({ query: { signature: "9999999999.forged" } }), anybody: "forbidden" },
  "user.sendCode": { input: () => ({ body: { phone: newPhone().phone } }), anybody: "own" },
  "user.login": {
    input: ({ phone }) => ({ body: { phone, code: "000000", loginType: "sms" } }),
    anybody: "bad_code",
  },
  "wechat.authUrl": {
    input: (_victim, { config }) => ({
      query: { redirect_uri: `${config.publicUrl}/wechat-callback`, scope: "snsapi_base" },
    }),
    anybody: "own",
  },
  "wechat.callback": {
    input: () => ({ query: { code: "guessed", scope: "snsapi_base" } }),
    anybody: "bad_code",
  },
  "wechat.authState": { input: () => ({ query: { state: "forged" } }), anybody: "bad_code" },
  "wechat.jsConfig": {
    input: (_victim, { config }) => ({ query: { url: `${config.publicUrl}/` } }),
    anybody: "own",
  },
  "restaurant.list": { input: () => ({ query: position }), anybody: "own" },
  "restaurant.detail": { input: () => ({ query: { id: store } }), anybody: "own" },
  "restaurant.search": { input: () => ({ query: { ...position, keyword: "徐家汇" } }), anybody: "own" },
  "restaurant.categories": { anybody: "own" },
  "restaurant.slots": { input: () => ({ query: { restaurant_id: store } }), anybody: "own" },
  "menu.items": { input: () => ({ query: { restaurant_id: store } }), anybody: "own" },
  "menu.popular": { input: () => ({ query: { restaurant_id: store } }), anybody: "own" },
  "menu.takeawayItems": { input: () => ({ query: { restaurant_id: store } }), anybody: "own" },
  // Whoever has the link may look: a name's first character, never the remark or the whole of a phone.
  "order.detailPublic": {
    input: ({ publicId }) => ({ query: { third_party_order_id: publicId } }),
    anybody: "own",
  },
  "order.voucher": { input: ({ voucher }) => ({ query: { third_party_order_id: voucher } }), anybody: "own" },
  "serviceAuth.sendCode": { input: () => ({ body: { phone: newPhone().phone } }), anybody: "own" },
  "serviceAuth.login": {
    input: () => ({ body: { phone: "13900000003", code: "000000" } }),
    anybody: "bad_code",
  },
  "serviceAuth.beginFactor": { input: () => ({ body: { ticket: "guessed" } }), anybody: "ticket_expired" },
  "serviceAuth.enrolFactor": {
    input: () => ({ body: { ticket: "guessed", code: "000000" } }),
    anybody: "ticket_expired",
  },
  "serviceAuth.verifyFactor": {
    input: () => ({ body: { ticket: "guessed", code: "000000" } }),
    anybody: "ticket_expired",
  },
};

/** Calls of customers; a stranger sends the victim's numbers. */
export const customerRows: Record<string, Row> = {
  "user.info": { stranger: "own" },
  "user.updateInfo": {
    input: ({ pictureId }) => ({ body: { nickname: "陌生人", avatar: pictureId } }),
    stranger: "not_found",
  },
  "user.sendOldPhoneCode": { stranger: "own" },
  "user.proveOldPhone": { input: () => ({ body: { code: "000000" } }), stranger: "bad_code" },
  "user.sessions": { stranger: "own" },
  "user.endSession": {
    input: ({ buyer }) => ({ body: { session_id: sha256(`session:${sha256(buyer.token ?? "")}`) } }),
    stranger: "not_found",
  },
  "user.endOtherSessions": { stranger: "own" },
  "user.uploadAvatar": { input: async () => ({ form: await picture() }), stranger: "own" },
  "address.list": { stranger: "own" },
  "address.add": { input: () => ({ body: home }), stranger: "own" },
  "address.update": {
    input: ({ addressId }) => ({ body: { ...home, id: addressId } }),
    stranger: "not_found",
  },
  "address.remove": { input: ({ addressId }) => ({ query: { id: addressId } }), stranger: "not_found" },
  "address.setDefault": { input: ({ addressId }) => ({ body: { id: addressId } }), stranger: "not_found" },
  "address.searchLocation": { input: () => ({ body: { city: "上海", keyword: "漕溪" } }), stranger: "own" },
  "menu.takeawayStart": {
    input: ({ addressId }) => ({ query: { address_id: addressId } }),
    stranger: "not_found",
  },
  "restaurant.toggleFavourite": { input: () => ({ query: { restaurant_id: store } }), stranger: "own" },
  "restaurant.favourites": { stranger: "own" },
  "order.quote": { input: ({ buyer }) => ({ body: wishOf(buyer) }), stranger: "not_found" },
  "order.create": { input: ({ buyer }) => ({ body: wishOf(buyer) }), stranger: "not_found" },
  "order.list": { stranger: "own" },
  "order.detail": { input: ({ paidId }) => ({ query: { order_id: paidId } }), stranger: "not_found" },
  "order.pay": {
    input: ({ unpaidId }) => ({ body: { order_id: unpaidId, payment_method: "card", points_payment: 0 } }),
    stranger: "not_found",
  },
  "wechat.payerAuthUrl": {
    input: ({ unpaidId }, { config }) => ({
      query: { redirect_uri: `${config.publicUrl}/wechat-callback`, order_id: unpaidId },
    }),
    stranger: "not_found",
  },
  "wechat.payer": { input: () => ({ body: { code: "guessed", state: "forged" } }), stranger: "bad_code" },
  "order.payQuery": { input: ({ unpaidId }) => ({ query: { order_id: unpaidId } }), stranger: "not_found" },
  "order.cancel": { input: ({ unpaidId }) => ({ body: { order_id: unpaidId } }), stranger: "not_found" },
  "order.refundRequest": {
    input: ({ paidId, pictureId }) => ({
      body: { order_id: paidId, reason: "少送了", images: [pictureId], client_key: newKey() },
    }),
    stranger: "not_found",
  },
  // Staff ask in the customer's name; this order's customer has asked already.
  "order.oldRefundRequest": {
    input: ({ paidId }) => ({ body: { order_id: paidId, reason: "少送了", client_key: newKey() } }),
    stranger: "not_found",
    staff: ["invalid_state", "forbidden", "forbidden", "invalid_state"],
  },
  "card.show": { stranger: "own" },
  "card.ledger": { stranger: "own" },
  "card.bind": {
    input: () => ({ body: { number: "6200000000000000", pin: "000000" } }),
    stranger: "bad_pin",
  },
  "points.account": { stranger: "own" },
  "points.records": { stranger: "own" },
  "withdrawal.withdraw": {
    input: () => ({ body: { points: 1_000, client_key: newKey() } }),
    stranger: "points_unusable",
  },
  "withdrawal.list": { stranger: "own" },
  "invite.code": { stranger: "own" },
  "invite.poster": { stranger: "own" },
  "invite.records": { stranger: "own" },
  "invite.stats": { stranger: "own" },
  "invite.bind": { input: () => ({ body: { invite_code: "NOBODY22" } }), stranger: "invite_invalid" },
  "chat.history": { input: () => ({ query: { after_id: 0 } }), stranger: "own" },
  "chat.send": {
    input: ({ pictureId }) => ({ body: { type: "image", image_id: pictureId, client_key: newKey() } }),
    stranger: "not_found",
  },
  "chat.uploadImage": { input: async () => ({ form: await picture() }), stranger: "own" },
  "chat.read": { input: ({ messageId }) => ({ body: { up_to_id: messageId } }), stranger: "own" },
  "chat.state": { stranger: "own" },
  // The last one, because it ends the stranger's session.
  "user.logout": { stranger: "own" },
};
