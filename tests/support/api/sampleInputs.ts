import { wechatEndpoints } from "#contract/wechat/endpoints.ts";
import { type Buyer, createOrder, takeawayOrderForm } from "./buyers.ts";
import { fundCustomer } from "./money/fundCustomer.ts";
import { homeAddressForm, sampleVersions } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Valid input of an endpoint, by field. */
export interface SampleInput {
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/**
 * Creates valid input for every implemented endpoint with input, for one customer. None of it moves money.
 */
export async function createSampleInputs(app: TestApp, buyer: Buyer): Promise<Record<string, SampleInput>> {
  const { order_id } = await createOrder(buyer);
  await fundCustomer(app, buyer.userId);
  const { is_default: _mark, ...home } = homeAddressForm;
  const redirect_uri = `${app.config.publicUrl}/wechat-callback`;
  const login = await buyer.data(wechatEndpoints.authUrl, { query: { redirect_uri } });
  const payer = await buyer.data(wechatEndpoints.payerAuthUrl, { query: { redirect_uri, order_id } });
  const orderForm = takeawayOrderForm(buyer, {
    booking_time: null,
    table_no: "",
    contact_phone: null,
    remark: "少辣",
    tableware_count: 1,
    soldout_policy: "remove",
  });
  const position = { lat: 31.19, lng: 121.44, latitude: 31.19, longitude: 121.44 };
  const paging = { page: 1, pageSize: 10 };
  return {
    "app.debugAccess": { query: { signature: "nobody" } },
    "user.sendCode": { body: { phone: "13700000001", proof: "{}" } },
    "user.login": {
      body: {
        phone: "13700000000",
        code: "123456",
        loginType: "sms",
        invite_code: "ABCDEFGH",
        consent: sampleVersions,
      },
    },
    "invite.inviter": { query: { invite_code: "ABCDEFGH" } },
    "legal.text": { query: { name: "privacy" } },
    "legal.agree": { body: { shown: sampleVersions, via: "update" } },
    "user.updateInfo": { body: { nickname: "小明" } },
    "user.sendOldPhoneCode": { query: { proof: "{}" } },
    "user.proveOldPhone": { body: { code: "000000" } },
    "account.sendDeletionCode": { query: { proof: "{}" } },
    "account.requestDeletion": { body: { code: "000000" } },
    "account.requestDataCopy": { body: { client_key: "sample-data-copy" } },
    "user.sessions": { query: paging },
    "user.endSession": { body: { session_id: "nobody" } },
    "wechat.authUrl": {
      query: { redirect_uri, scope: "snsapi_base", target: "/orders" },
    },
    "wechat.callback": {
      query: { code: "nobody", invite_code: "ABCDEFGH", scope: "snsapi_base", state: login.state },
    },
    "wechat.authState": { query: { state: login.state } },
    "wechat.payerAuthUrl": { query: { redirect_uri, order_id } },
    "wechat.payer": { body: { code: "nobody", state: payer.state } },
    "wechat.miniProgramTicket": { body: { order_id } },
    "wechat.miniProgramPay": { body: { ticket: "nobody", code: "nobody" } },
    "wechat.jsConfig": { query: { url: `${app.config.publicUrl}/` } },
    "address.add": { body: { ...home, is_default: false } },
    "address.update": { body: { id: buyer.addressId, ...home, is_default: false } },
    "address.remove": { query: { id: "nobody" } },
    "address.setDefault": { body: { id: buyer.addressId } },
    "address.searchLocation": { body: { city: "上海", keyword: "徐家汇" } },
    "restaurant.list": { query: { ...position, ...paging, gbCityCode: "310100", service: "takeaway" } },
    "restaurantPictures.read": { query: { id: "SH001" } },
    "restaurant.detail": { query: { ...position, id: "SH001", gbCityCode: "310100" } },
    "restaurant.search": { query: { ...position, gbCityCode: "310100", keyword: "徐家汇" } },
    "restaurant.slots": { query: { restaurant_id: "SH001", date: "2030-01-01" } },
    "restaurant.toggleFavourite": {
      query: { restaurant_id: "SH001", restaurant_name: "徐家汇", restaurant_address: "虹桥路1号" },
    },
    "menu.items": { query: { restaurant_id: "SH001", category_id: "2", booking_time: "2030-01-01 12:00" } },
    "menu.popular": { query: { restaurant_id: "SH001" } },
    "menu.takeawayStart": { query: { address_id: buyer.addressId, menu_version: "unknown" } },
    "menu.takeawayItems": { query: { restaurant_id: "SH001", category_id: "1" } },
    "order.quote": { body: { ...orderForm } },
    "order.create": { body: { ...orderForm } },
    "order.detailPublic": { query: { third_party_order_id: "nobody" } },
    "order.voucher": { query: { third_party_order_id: "nobody" } },
    "order.list": { query: { ...paging, status: "all", order_type: "takeaway" } },
    "order.detail": { query: { order_id } },
    "order.pay": { body: { order_id, payment_method: "wechat", points_payment: 0 } },
    "order.payQuery": { query: { order_id } },
    "order.refundRequest": {
      body: {
        order_id: "nobody",
        reason: "少送了",
        text: "没有汤",
        images: ["x"],
        client_key: "refund-key-1",
      },
    },
    "order.oldRefundRequest": {
      body: { order_id: "nobody", reason: "少送了", text: "没有汤", images: [], client_key: "refund-key-2" },
    },
    "staffAuth.sendCode": { body: { phone: "13900000001", proof: "{}" } },
    "staffAuth.setUp": { body: { code: "ABCDE-FGHJK", name: "李一", phone: "13700000001" } },
    "staffAuth.beginFactor": { body: { ticket: "nobody" } },
    "staffAuth.enrolFactor": { body: { ticket: "nobody", code: "123456" } },
    "staffAuth.verifyFactor": { body: { ticket: "nobody", code: "123456" } },
    "staffAuth.login": { body: { phone: "13900000001", code: "123456" } },
    "points.records": { query: paging },
    "withdrawal.withdraw": { body: { points: 1_000, client_key: "withdrawal-key-1" } },
    "withdrawal.list": { query: paging },
    "invoice.ofOrder": { query: { order_id } },
    "invoice.list": { query: paging },
    "invoice.request": {
      body: {
        order_id: "nobody",
        title_type: "company",
        title: "华为技术有限公司",
        tax_number: "914403001922038216",
        email: "a@b.cn",
        expected_amount: 100,
        save_title: true,
        client_key: "invoice-key-1",
      },
    },
    "invoice.link": { query: { invoice_id: "nobody" } },
    "invoice.deleteTitle": { body: { title_id: "nobody" } },
    "invite.records": { query: paging },
    "invite.bind": { body: { invite_code: "NOBODY22" } },
    "chat.history": { query: { after_id: 0, limit: 10 } },
    "chat.send": { body: { type: "text", content: "您好", client_key: "message-key-1" } },
    "chat.read": { body: { up_to_id: 1 } },
    "card.ledger": { query: paging },
    "card.bind": { body: { number: "8800000000000000", pin: "000000" } },
    "order.cancel": { body: { order_id: "nobody", reason: 1 } },
  };
}
