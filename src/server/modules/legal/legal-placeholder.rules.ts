import type { ChainSettings } from "#contract/chain-settings/chain-settings.ts";
import { formatSetting, numbersOf } from "#contract/chain-settings/number-settings.ts";
import { unitLabels } from "#contract/chain-settings/setting-labels.ts";

type NumberSection = "orders" | "points" | "invites" | "withdrawals" | "refunds";

/** Figures of the settings by the placeholders that stand for them: section and field. */
const figures: Readonly<Record<string, readonly [NumberSection, string]>> = {
  付款时限: ["orders", "pay_minutes"],
  自行取消时限: ["orders", "cancel_seconds"],
  预约取消时限: ["orders", "cancel_booked_minutes"],
  退款申请期限: ["refunds", "request_days"],
  每元积分: ["points", "per_yuan"],
  积分生效等待: ["points", "pending_days"],
  积分有效期: ["points", "valid_months"],
  积分起用数: ["points", "spend_minimum"],
  积分抵扣比例: ["points", "spend_percent"],
  邀请人积分: ["invites", "inviter_points"],
  好友积分: ["invites", "invitee_points"],
  好友首单金额: ["invites", "minimum_order"],
  奖励等待: ["invites", "delay_days"],
  每日奖励次数: ["invites", "daily_max"],
  邀请绑定期限: ["invites", "bind_days"],
  提现最少积分: ["withdrawals", "minimum"],
  每日提现积分: ["withdrawals", "daily_max"],
  提现手续费: ["withdrawals", "fee"],
};

/** Returns what each placeholder stands for at present; a number has its unit. */
export function listPlaceholders(settings: ChainSettings): { name: string; value: string }[] {
  const { brand, service } = settings;
  const texts = {
    品牌: brand.name,
    客服电话: service.phone === "" ? "（暂未公布，请用“我的 › 联系客服”）" : service.phone,
    客服时间: `${service.from}–${service.to}`,
  };
  const numbers = Object.entries(figures).map(([name, [section, field]]) => {
    const values: Record<string, unknown> = settings[section];
    const unit = numbersOf(section)[field]?.unit ?? "count";
    return [name, `${formatSetting(Number(values[field]), unit)} ${unitLabels[unit]}`.trim()] as const;
  });
  return [...Object.entries(texts), ...numbers].map(([name, value]) => ({ name: `{${name}}`, value }));
}

/** Fills the placeholders of a text from the settings; braces around anything else stay as they are. */
export function fillPlaceholders(text: string, settings: ChainSettings): string {
  const values = new Map(listPlaceholders(settings).map(({ name, value }) => [name, value]));
  return text.replace(/\{[^{}\n]{1,20}\}/g, (name) => values.get(name) ?? name);
}
