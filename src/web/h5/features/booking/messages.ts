import type { DayPart } from "#contract/constants.ts";

const dayParts: Record<DayPart, string> = {
  breakfast: "早餐",
  lunch: "午餐",
  tea: "下午茶",
  dinner: "晚餐",
  night: "夜宵",
};

/** Messages of the options of an in-store order: type, time, table and contact number. */
export const bookingMessages = {
  title: "预约时间",
  control: "预约时间",
  asap: "尽快",
  asapTitle: "尽快",
  asapHint: "现在下单，厨房马上制作",
  notNow: "门店现在不接即时单，请选一个时间",
  choose: "请选择时间",
  days: ["今天", "明天", "后天"],
  weekdays: ["周日", "周一", "周二", "周三", "周四", "周五", "周六"],
  daysLabel: "日期",
  dayParts,
  earlyMorning: "凌晨",
  left: (count: number) => `余${count}`,
  full: "约满",
  none: "这一天已经没有可约的时间，换一天看看",
  failed: "获取可约时间失败",
  store: "门店",
  table: "桌号",
  tableHint: "选填，入座后也可以告诉店员",
  tableInvalid: "桌号只能是文字、字母和数字",
  phone: "联系电话",
  phoneHint: "取餐有问题时联系您",
} as const;
