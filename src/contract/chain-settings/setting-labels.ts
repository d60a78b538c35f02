import type { SettingsSection } from "./chain-settings.ts";
import type { SettingUnit } from "./number-settings.ts";

/** Names of the sections. */
export const sectionLabels: Record<SettingsSection, string> = {
  service: "客服",
  orders: "订单",
  delivery: "配送",
  booking: "预约",
  refunds: "退款",
  restaurants: "门店权限",
};

/** Names of the units. */
export const unitLabels: Record<SettingUnit, string> = {
  yuan: "元",
  km: "公里",
  minutes: "分钟",
  seconds: "秒",
  hours: "小时",
  days: "天",
  months: "个月",
  points: "积分",
  percent: "%",
  count: "",
};

/** Names of the fields of each section. */
export const settingLabels = {
  service: { from: "服务开始时间", to: "服务结束时间", replies: "快捷回复" },
  orders: { cancel_reasons: "取消原因" },
  delivery: {
    minimum: "起送金额",
    fee: "配送费",
    base_distance: "配送费包含的距离",
    km_fee: "超出后每公里加收",
    free_from: "免配送费的金额",
    packing_fee: "包装费",
    minutes: "最快送达时间",
  },
  booking: { slot_minutes: "时段长度", lead_minutes: "最少提前", days: "可预约天数" },
  refunds: {
    agent_max: "客服单次退款上限",
    agent_daily_max: "客服每日退款上限",
    answer_minutes: "退款申请自动同意时间",
    auto_answer_hours: "完成后自动同意的期限",
  },
  restaurants: {
    refund_requests: "本店订单的退款申请",
    reject_orders: "可以拒单",
    auto_accept: "可以开关自动接单",
  },
} as const satisfies Record<SettingsSection, Record<string, string>>;
