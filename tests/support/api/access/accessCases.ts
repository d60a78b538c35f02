import type { ErrorCode } from "#contract/errors.ts";
import { sha256 } from "#server/platform/security/ids.ts";
import { createIdempotencyKey, takeawayOrderForm } from "../buyers.ts";
import { blankImage, encodeMultipart } from "../forms.ts";
import { createPhone, defaultRestaurantId, homeAddressForm } from "../people.ts";
import type { TestApp } from "../testApp.ts";
import { accountAccessCases } from "./accountAccessCases.ts";
import type { CrossAccountCase } from "./CrossAccountCase.ts";
import { invoiceAccessCases } from "./invoiceAccessCases.ts";
import { customerLegalCases, publicLegalCases } from "./legalAccessCases.ts";
import { publicStaffCases } from "./publicStaffCases.ts";

/**
 * Expected outcome: success without the victim's data ("own"), success that may show or change the victim's
 * data ("works"), or an error code.
 */
export type ExpectedOutcome = "own" | "works" | ErrorCode;

export interface EndpointInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Multipart form bytes instead of a body. */
  form?: Buffer;
}

/** One call with the victim's ids in it, and its expected outcome by caller. */
export interface AccessCase {
  input?: (victim: CrossAccountCase, app: TestApp) => EndpointInput | Promise<EndpointInput>;
  /** For a public endpoint. */
  expectedForAll?: ExpectedOutcome;
  /** For a customer endpoint, or one for customers and staff. */
  expectedForStranger?: ExpectedOutcome;
  /** For a staff endpoint: agent, the restaurant of the victim's orders, another one, the head office. */
  expectedForStaff?: readonly [
    agent: ExpectedOutcome,
    store: ExpectedOutcome,
    foreign: ExpectedOutcome,
    admin: ExpectedOutcome,
  ];
}

const position = { lat: 31.19, lng: 121.44 };
const picture = async () =>
  encodeMultipart([{ filename: "a.jpg", bytes: await blankImage(20, 20).jpeg().toBuffer() }]);
const home = { ...homeAddressForm, is_default: false };

/** Cases of public endpoints. */
export const publicAccessCases: Record<string, AccessCase> = {
  "app.settings": { expectedForAll: "own" },
  "app.debugAccess": {
    input: () => ({ query: { signature: "9999999999.forged" } }),
    expectedForAll: "forbidden",
  },
  "user.sendCode": { input: () => ({ body: { phone: createPhone().phone } }), expectedForAll: "own" },
  "user.login": {
    input: ({ phone }) => ({ body: { phone, code: "000000", loginType: "sms" } }),
    expectedForAll: "bad_code",
  },
  ...publicLegalCases,
  "invite.inviter": { input: () => ({ query: { invite_code: "NOBODY22" } }), expectedForAll: "own" },
  "wechat.authUrl": {
    input: (_victim, { config }) => ({
      query: { redirect_uri: `${config.publicUrl}/wechat-callback`, scope: "snsapi_base" },
    }),
    expectedForAll: "own",
  },
  "wechat.callback": {
    input: () => ({ query: { code: "guessed", scope: "snsapi_base" } }),
    expectedForAll: "bad_code",
  },
  "wechat.authState": { input: () => ({ query: { state: "forged" } }), expectedForAll: "bad_code" },
  "wechat.miniProgramPay": {
    input: () => ({ body: { ticket: "guessed", code: "guessed" } }),
    expectedForAll: "not_found",
  },
  "wechat.jsConfig": {
    input: (_victim, { config }) => ({ query: { url: `${config.publicUrl}/` } }),
    expectedForAll: "own",
  },
  "restaurant.list": { input: () => ({ query: position }), expectedForAll: "own" },
  "restaurant.detail": { input: () => ({ query: { id: defaultRestaurantId } }), expectedForAll: "own" },
  "restaurantPictures.read": { input: () => ({ query: { id: defaultRestaurantId } }), expectedForAll: "own" },
  "restaurant.search": {
    input: () => ({ query: { ...position, keyword: "徐家汇" } }),
    expectedForAll: "own",
  },
  "restaurantCities.list": { expectedForAll: "own" },
  "restaurant.categories": { expectedForAll: "own" },
  "restaurant.slots": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForAll: "own",
  },
  "menu.items": { input: () => ({ query: { restaurant_id: defaultRestaurantId } }), expectedForAll: "own" },
  "menu.popular": { input: () => ({ query: { restaurant_id: defaultRestaurantId } }), expectedForAll: "own" },
  "menu.takeawayItems": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForAll: "own",
  },
  // Visible to all holders of the link: a name's first character, never the remark or the whole phone number.
  "order.detailPublic": {
    input: ({ publicId }) => ({ query: { third_party_order_id: publicId } }),
    expectedForAll: "own",
  },
  "order.voucher": {
    input: ({ voucher }) => ({ query: { third_party_order_id: voucher } }),
    expectedForAll: "own",
  },
  ...publicStaffCases,
};

/** Cases of customer endpoints; a stranger sends the victim's ids. */
export const customerAccessCases: Record<string, AccessCase> = {
  "user.info": { expectedForStranger: "own" },
  "user.updateInfo": {
    input: ({ pictureId }) => ({ body: { nickname: "陌生人", avatar: pictureId } }),
    expectedForStranger: "not_found",
  },
  "user.sendOldPhoneCode": { expectedForStranger: "own" },
  "user.proveOldPhone": { input: () => ({ body: { code: "000000" } }), expectedForStranger: "bad_code" },
  ...customerLegalCases,
  "user.sessions": { expectedForStranger: "own" },
  "user.endSession": {
    input: ({ buyer }) => ({ body: { session_id: sha256(`session:${sha256(buyer.token ?? "")}`) } }),
    expectedForStranger: "not_found",
  },
  "user.endOtherSessions": { expectedForStranger: "own" },
  "user.uploadAvatar": { input: async () => ({ form: await picture() }), expectedForStranger: "own" },
  ...accountAccessCases,
  "address.list": { expectedForStranger: "own" },
  "address.add": { input: () => ({ body: home }), expectedForStranger: "own" },
  "address.update": {
    input: ({ addressId }) => ({ body: { ...home, id: addressId } }),
    expectedForStranger: "not_found",
  },
  "address.remove": {
    input: ({ addressId }) => ({ query: { id: addressId } }),
    expectedForStranger: "not_found",
  },
  "address.setDefault": {
    input: ({ addressId }) => ({ body: { id: addressId } }),
    expectedForStranger: "not_found",
  },
  "address.searchLocation": {
    input: () => ({ body: { city: "上海", keyword: "漕溪" } }),
    expectedForStranger: "own",
  },
  "menu.takeawayStart": {
    input: ({ addressId }) => ({ query: { address_id: addressId } }),
    expectedForStranger: "not_found",
  },
  "restaurant.toggleFavourite": {
    input: () => ({ query: { restaurant_id: defaultRestaurantId } }),
    expectedForStranger: "own",
  },
  "restaurant.favourites": { expectedForStranger: "own" },
  "order.quote": {
    input: ({ buyer }) => ({ body: takeawayOrderForm(buyer) }),
    expectedForStranger: "not_found",
  },
  "order.create": {
    input: ({ buyer }) => ({ body: takeawayOrderForm(buyer) }),
    expectedForStranger: "not_found",
  },
  "order.list": { expectedForStranger: "own" },
  "order.detail": {
    input: ({ paidId }) => ({ query: { order_id: paidId } }),
    expectedForStranger: "not_found",
  },
  "order.pay": {
    input: ({ unpaidId }) => ({ body: { order_id: unpaidId, payment_method: "card", points_payment: 0 } }),
    expectedForStranger: "not_found",
  },
  "wechat.payerAuthUrl": {
    input: ({ unpaidId }, { config }) => ({
      query: { redirect_uri: `${config.publicUrl}/wechat-callback`, order_id: unpaidId },
    }),
    expectedForStranger: "not_found",
  },
  "wechat.miniProgramTicket": {
    input: ({ unpaidId }) => ({ body: { order_id: unpaidId } }),
    expectedForStranger: "not_found",
  },
  "wechat.payer": {
    input: () => ({ body: { code: "guessed", state: "forged" } }),
    expectedForStranger: "bad_code",
  },
  "order.payQuery": {
    input: ({ unpaidId }) => ({ query: { order_id: unpaidId } }),
    expectedForStranger: "not_found",
  },
  "order.cancel": {
    input: ({ unpaidId }) => ({ body: { order_id: unpaidId } }),
    expectedForStranger: "not_found",
  },
  "order.refundRequest": {
    input: ({ paidId, pictureId }) => ({
      body: { order_id: paidId, reason: "少送了", images: [pictureId], client_key: createIdempotencyKey() },
    }),
    expectedForStranger: "not_found",
  },
  // Staff request refunds in the customer's name; this order already has the customer's request.
  "order.oldRefundRequest": {
    input: ({ paidId }) => ({
      body: { order_id: paidId, reason: "少送了", client_key: createIdempotencyKey() },
    }),
    expectedForStranger: "not_found",
    expectedForStaff: ["invalid_state", "forbidden", "forbidden", "invalid_state"],
  },
  "card.show": { expectedForStranger: "own" },
  "card.ledger": { expectedForStranger: "own" },
  "card.bind": {
    input: () => ({ body: { number: "6200000000000000", pin: "000000" } }),
    expectedForStranger: "bad_pin",
  },
  "points.account": { expectedForStranger: "own" },
  "points.records": { expectedForStranger: "own" },
  "withdrawal.withdraw": {
    input: () => ({ body: { points: 1_000, client_key: createIdempotencyKey() } }),
    expectedForStranger: "points_unusable",
  },
  "withdrawal.list": { expectedForStranger: "own" },
  ...invoiceAccessCases,
  "invite.code": { expectedForStranger: "own" },
  "invite.poster": { expectedForStranger: "own" },
  "invite.records": { expectedForStranger: "own" },
  "invite.stats": { expectedForStranger: "own" },
  "invite.bind": {
    input: () => ({ body: { invite_code: "NOBODY22" } }),
    expectedForStranger: "invite_invalid",
  },
  "chat.history": { input: () => ({ query: { after_id: 0 } }), expectedForStranger: "own" },
  "chat.send": {
    input: ({ pictureId }) => ({
      body: { type: "image", image_id: pictureId, client_key: createIdempotencyKey() },
    }),
    expectedForStranger: "not_found",
  },
  "chat.uploadImage": { input: async () => ({ form: await picture() }), expectedForStranger: "own" },
  "chat.read": { input: ({ messageId }) => ({ body: { up_to_id: messageId } }), expectedForStranger: "own" },
  "chat.state": { expectedForStranger: "own" },
  // Last, because it ends the stranger's session.
  "user.logout": { expectedForStranger: "own" },
};
