import { Value } from "typebox/value";
import { findContrastProblem } from "#contract/chain-settings/brand-colors.ts";
import { otherCancelReason } from "#contract/chain-settings/cancel-reasons.ts";
import type { ChainSettings, SettingsSection } from "#contract/chain-settings/chain-settings.ts";
import { replyPlaceholders } from "#contract/chain-settings/chain-settings.ts";
import { formatSetting, numbersOf } from "#contract/chain-settings/number-settings.ts";
import { settingLabels, unitLabels } from "#contract/chain-settings/setting-labels.ts";
import { bookingMax, slotMinutesOptions } from "#contract/constants.ts";
import { formatFieldError } from "#contract/field-errors.ts";
import { formatYuan } from "#contract/money.ts";
import { settingsValues } from "#contract/staff/chain-settings/schema.ts";
import { type AppError, invalid, ruleBroken } from "../../platform/http/AppError.ts";

const path = "chat/admin/settings";

/** What the schemas do not check, by section. */
const checks: { [Section in SettingsSection]?: (value: ChainSettings[Section]) => void } = {
  brand: ({ color }) => {
    if (!/^#[0-9a-f]{6}$/.test(color)) throw ruleBroken("主色请填 # 和 6 位小写的十六进制数", "color");
    const problem = findContrastProblem(color);
    if (problem === null) return;
    const contrast = (Math.floor(problem.contrast * 10) / 10).toFixed(1);
    throw ruleBroken(
      `这个颜色的对比度只有 ${contrast}，至少要 4.5 才看得清，可以试试 ${problem.fitting}`,
      "color",
    );
  },
  service: ({ phone, replies }) => {
    if (phone !== "" && !/^\d[\d-]{3,18}\d$/.test(phone)) throw ruleBroken("客服电话只能有数字和 -", "phone");
    for (const [index, { title, text }] of replies.entries()) {
      const unknown = (text.match(/\{[^{}]*\}/g) ?? []).find((one) => !isPlaceholder(one));
      if (unknown !== undefined)
        throw ruleBroken(
          `快捷回复“${title}”里的${unknown}无法识别，可用：${replyPlaceholders.join("")}`,
          `replies.${index}`,
        );
    }
  },
  delivery: ({ minimum, free_from }) => {
    if (free_from < minimum)
      throw ruleBroken(`免配送费的金额不能低于起送金额 ${formatYuan(minimum)}`, "free_from");
  },
  booking: ({ slot_minutes, lead_minutes, days }) => {
    if (!slotMinutesOptions.some((minutes) => minutes === slot_minutes))
      throw ruleBroken(`时段长度请填 ${slotMinutesOptions.join("、")} 分钟中的一个`, "slot_minutes");
    if (lead_minutes >= days * 1_440) throw ruleBroken("提前的时间比可预约的天数还长", "lead_minutes");
  },
  points: ({ pending_days, valid_months }) => {
    // Points come with the payment, and wait from the completion on, which a booking delays.
    if (pending_days + bookingMax.days >= valid_months * 28)
      throw ruleBroken("积分要在到期前生效：请缩短生效时间，或延长有效期", "pending_days");
  },
  orders: ({ cancel_reasons: reasons, auto_accept_seconds, unaccepted_minutes }) => {
    if (auto_accept_seconds > (unaccepted_minutes - 1) * 60)
      throw ruleBroken("自动接单等待应比未接单自动取消至少短 1 分钟", "auto_accept_seconds");
    assertDistinct(
      [...reasons, otherCancelReason].map(({ text }) => text),
      "取消原因",
      "cancel_reasons",
    );
    if (new Set(reasons.map(({ number }) => number)).size < reasons.length)
      throw ruleBroken("取消原因的编号重复", "cancel_reasons");
  },
  menu: ({ notices }) => assertDistinct(notices, "公告", "notices"),
  withdrawals: ({ minimum, daily_max, fee }) => {
    if (minimum > daily_max) throw ruleBroken("每次至少不能高于每天最多", "minimum");
    // A point is worth a fen.
    if (fee >= minimum) throw ruleBroken("手续费应低于每次至少提现的金额", "fee");
  },
  legal: ({ police }) => {
    if (police !== "" && !/\d{6,}/.test(police)) throw ruleBroken("公安备案号应含备案的数字编号", "police");
  },
  refunds: ({ agent_max, agent_daily_max }) => {
    if (agent_max > agent_daily_max) throw ruleBroken("单次退款上限不能高于每日退款上限", "agent_max");
  },
};

/**
 * Reads the value of a section. Throws "validation" and "rule_broken" with the field and a sentence about the first
 * problem.
 */
export function parseSettings<Section extends SettingsSection>(
  section: Section,
  value: unknown,
): ChainSettings[Section] {
  const trimmed = trimTexts(value);
  const [error] = Value.Errors(settingsValues[section], trimmed);
  if (error !== undefined) throw toProblem(section, error as SchemaError);
  const settings = trimmed as ChainSettings[Section];
  checks[section]?.(settings);
  return settings;
}

/** Trims every text of a value. */
function trimTexts(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(trimTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, trimTexts(field)]));
}

interface SchemaError {
  instancePath: string;
  keyword: string;
  params: { limit?: number; requiredProperties?: readonly string[] };
}

/** Describes what a schema refuses; the bounds of numbers are told in the unit in which they are typed. */
function toProblem(section: SettingsSection, { instancePath, keyword, params }: SchemaError): AppError {
  const missing = keyword === "required" ? `/${params.requiredProperties?.[0]}` : "";
  const field = (instancePath + missing).slice(1).replaceAll("/", ".");
  const bounds = numbersOf(section)[field];
  if (bounds !== undefined) {
    const { unit, min, max } = bounds;
    const range = `${formatSetting(min, unit)} 到 ${formatSetting(max, unit)}${unitLabels[unit]}`;
    return invalid(`${labelOf(section, field)}应为 ${range}`, field);
  }
  // What a schema does not know is refused by `false` in place of a schema.
  const rule = keyword === "boolean" ? "additionalProperties" : keyword;
  const error = { rule, ...(params.limit !== undefined && { limit: params.limit }) };
  return invalid(formatFieldError(path, field === "" ? "value" : field, error), field);
}

function labelOf(section: SettingsSection, field: string): string {
  const labels: Record<string, string> = settingLabels[section];
  return labels[field] ?? field;
}

function isPlaceholder(text: string): boolean {
  return replyPlaceholders.some((placeholder) => placeholder === text);
}

function assertDistinct(texts: readonly string[], label: string, field: string): void {
  const repeated = texts.find((text, index) => texts.indexOf(text) < index);
  if (repeated !== undefined) throw ruleBroken(`${label}“${repeated}”重复`, field);
}
