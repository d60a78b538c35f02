import type { AdminAlarmEvent } from "#contract/events.ts";
import { formatYuan } from "#contract/money.ts";
import type { SecurityEventKind } from "#contract/staff/admin/security.schema.ts";
import { formatDateTime } from "../../../lib/time/formatTime.ts";

const kinds: Readonly<Record<SecurityEventKind, string>> = {
  wrong_code: "顾客验证码错误",
  wrong_staff_code: "员工验证码错误",
  wrong_factor: "动态验证码错误",
  wrong_pin: "会员卡密码错误",
  pin_locked: "会员卡密码已锁定",
  refused: "越权操作被拒",
  refused_notice: "支付通知被拒",
  phone_changed: "更换手机号",
  deletion_requested: "申请注销账号",
  new_staff_device: "员工新设备登录",
};

function formatAlarm(alarm: AdminAlarmEvent): string {
  if (alarm.kind === "sms_brake")
    return `安全提醒：${alarm.minutes} 分钟内已发出 ${alarm.messages} 条短信验证码，已开启防刷验证`;
  if (alarm.kind === "daily_limit") {
    const whose = `${alarm.name ?? "全公司"}今日${alarm.what === "cards" ? "发卡" : "退款"}`;
    return `额度提醒：${whose}已达 ${formatYuan(alarm.money)}，上限 ${formatYuan(alarm.limit)}`;
  }
  if (alarm.kind === "backup") {
    if (alarm.what === "removal") return "备份提醒：过期的备份无法清理，备份空间会被占满，请通知运维检查";
    if (alarm.what === "other_database")
      return "备份提醒：备份位置只有另一个数据库的备份，当前数据库没有备份，请立即通知运维检查";
    const what = { base: "完整备份", wal: "数据库日志备份", pictures: "图片备份" }[alarm.what];
    return `备份提醒：${what}已过期，${alarm.last_at === null ? "至今还没有成功过" : `最近一次是 ${formatDateTime(alarm.last_at)}`}，请通知运维检查`;
  }
  return `安全提醒：${kinds[alarm.what]}本小时已有 ${alarm.count} 次，明显高于平时`;
}

/** UI copy of the security page. */
export const securityMessages = {
  note: "最近 24 小时，明显高于平时的小时会标红",
  peaksFailed: "获取安全统计失败",
  peaks: "最近 24 小时",
  kinds,
  peak: "异常",
  total: "合计",
  usual: "平时每小时",
  hourOf: (hour: string, count: number, usual: number) => `${hour} 起 ${count} 次，平时 ${usual} 次`,
  alarm: formatAlarm,
  events: "安全事件",
  failed: "获取安全事件失败",
  empty: "没有符合条件的事件",
  kind: "事件类型",
  anyKind: "全部事件",
  network: "网络地址",
  many: "其他多个",
  clear: "清除筛选",
  narrowTo: (text: string) => `只看 ${text}`,
  columns: { at: "时间", kind: "事件", count: "次数", subject: "对象", network: "网络地址", what: "详情" },
} as const;
