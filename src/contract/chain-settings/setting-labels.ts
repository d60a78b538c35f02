import type { SettingsSection } from "./chain-settings.ts";
import type { SettingUnit } from "./number-settings.ts";

/** Names of the sections. */
export const sectionLabels: Record<SettingsSection, string> = {
  brand: "品牌",
  service: "客服",
  orders: "订单",
  points: "积分",
  invites: "邀请",
  withdrawals: "提现",
  delivery: "配送",
  booking: "预约",
  refunds: "退款",
  menu: "菜单",
  invoices: "发票",
  legal: "备案与证照",
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

/** Names of what can be chosen, by section and field. */
export const choiceLabels: Record<string, Readonly<Record<string, string>>> = {
  "restaurants.refund_requests": { none: "看不到", see: "可以查看", answer: "可以处理" },
};

/** Names of the fields of each section. */
export const settingLabels = {
  brand: { name: "品牌名称", slogan: "一句话介绍", color: "主色", logo: "标志", sms_sign: "短信签名" },
  service: { from: "服务开始时间", to: "服务结束时间", phone: "客服电话", replies: "快捷回复" },
  orders: {
    unpaid_max: "每人同时待付款的订单",
    pay_minutes: "付款时限",
    auto_accept_seconds: "自动接单等待",
    unaccepted_minutes: "未接单自动取消",
    cancel_seconds: "接单后可自行取消",
    cancel_booked_minutes: "预约单可自行取消到用餐前",
    overdue_minutes: "制作超时提醒",
    complete_ready_minutes: "出餐后自动完成",
    complete_delivering_minutes: "配送后自动完成",
    cancel_reasons: "取消原因",
  },
  points: {
    per_yuan: "餐品每实付 1 元得",
    pending_days: "订单完成后生效",
    valid_months: "有效期",
    spend_minimum: "满多少可用",
    spend_percent: "最多抵餐品金额的",
  },
  invites: {
    inviter_points: "邀请人得",
    invitee_points: "好友得",
    minimum_order: "好友首单满",
    delay_days: "首单完成后发放",
    daily_max: "每人每天最多奖励（次）",
    bind_days: "注册后可填邀请码",
  },
  withdrawals: { minimum: "每次至少", daily_max: "每天最多", fee: "手续费" },
  delivery: {
    minimum: "起送价",
    fee: "配送费",
    base_distance: "配送费起步距离",
    km_fee: "超出后每公里加收",
    free_from: "免配送费的金额",
    packing_fee: "打包费",
    minutes: "最快送达时间",
  },
  booking: { slot_minutes: "时段长度", lead_minutes: "最少提前", days: "可预约天数" },
  refunds: {
    request_days: "完成后可申请退款",
    agent_max: "客服单次退款上限",
    agent_daily_max: "客服每日退款上限",
    answer_minutes: "退款申请自动同意时间",
    auto_answer_hours: "完成后自动同意的期限",
  },
  menu: { notices: "菜单上方的公告" },
  invoices: {
    offered: "顾客可以申请发票",
    request_days: "订单完成后可申请发票",
    card_orders: "会员卡支付的订单也开票",
  },
  legal: {
    icp: "ICP 备案号",
    police: "公安备案号",
    minors: "未成年人提示",
    business_licence: "营业执照",
    food_licence: "食品经营许可证",
  },
  restaurants: {
    refund_requests: "本店订单的退款申请",
    reject_orders: "可以拒单",
    auto_accept: "可以开关自动接单",
  },
} as const satisfies Record<SettingsSection, Record<string, string>>;
