import { choiceSetting, hoursSetting, integerSetting } from "./setting.ts";

function yuanSetting(defaultYuan: number, meaning: string) {
  return integerSetting({
    default: String(defaultYuan),
    unit: "yuan a day",
    min: 0,
    max: 1_000_000_000,
    meaning,
  });
}

function messageSetting(defaultCount: number, meaning: string) {
  return integerSetting({
    default: String(defaultCount),
    unit: "messages",
    min: 1,
    max: 1_000_000,
    meaning,
  });
}

/** What staff may do, and when they answer. */
export const staffSettings = {
  SERVICE_HOURS: hoursSetting({
    default: "09:00-22:00",
    meaning:
      "when staff answer the chat and refund requests, until an administrator saves 客服 at `/admin/settings`",
  }),
  STORE_REFUND_REQUESTS: choiceSetting(["none", "see", "answer"], {
    default: "see",
    meaning:
      "what restaurants may do about refund requests of their own orders, until an administrator saves 门店权限 at `/admin/settings`",
  }),
  ADMIN_SECOND_FACTOR: choiceSetting(["required", "optional"], {
    default: "optional",
    productionDefault: "required",
    meaning:
      "whether administrators must log in with an authenticator app besides the text message ([decision 33](decisions))",
  }),
  CARDS_DAILY_STAFF_YUAN: yuanSetting(100_000, "amount on new member cards that one administrator may issue"),
  CARDS_DAILY_YUAN: yuanSetting(
    200_000,
    "amount on new member cards that all administrators together may issue",
  ),
  REFUNDS_DAILY_STAFF_YUAN: yuanSetting(20_000, "amount that one agent or administrator may refund"),
  REFUNDS_DAILY_YUAN: yuanSetting(50_000, "amount that all staff together may refund"),
};

/** How many text messages customers may cause. */
export const smsLimitSettings = {
  SMS_NETWORK_HOURLY: messageSetting(
    60,
    "codes that customers of one network (an IPv4 address, an IPv6 /64) may request in an hour",
  ),
  SMS_NETWORK_DAILY: messageSetting(200, "codes that customers of one network may request in a day"),
  SMS_SHOP_TEN_MINUTES: messageSetting(
    300,
    "messages of the whole chain in ten minutes; above it each costs a proof of work and administrators get an alarm",
  ),
};
