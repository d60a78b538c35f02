import type { IssuedMemberCard } from "#contract/card/schema.ts";
import type { AuditEntry, IssuedVoucher } from "#contract/staff/admin/schema.ts";
import type { ExportedList } from "#contract/staff/list-files/limits.ts";
import type { StaffWithdrawal } from "#contract/withdrawal/schema.ts";
import type { Cell } from "../../platform/tables/table-file.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";

/** Returns a time of the wire as spreadsheets show it, in Asia/Shanghai; empty for none. */
export const formatTime = (at: string | null) => (at === null ? "" : formatLocalTime(new Date(at)));

const voucherStates: Record<IssuedVoucher["status"], string> = {
  issued: "未使用",
  redeemed: "已兑换",
  expired: "已过期",
  void: "已作废",
};
const withdrawalStates: Record<StaffWithdrawal["status"], string> = {
  reviewing: "待处理",
  paid: "已打款",
  rejected: "已驳回",
};

/** Texts that numbers look like, by the list: a person who has one can use what it is the number of. */
const numberPatterns: Partial<Record<ExportedList, RegExp>> = { cards: /^.{5,}$/, vouchers: /^[\w-]{16,}$/ };

/** Returns what a list was searched for, of the number of a card or a voucher the last four characters. */
export function maskNumber(list: ExportedList, keyword: string): string {
  const text = keyword.trim();
  return numberPatterns[list]?.test(text) ? `****${text.slice(-4)}` : keyword;
}

export const auditHeads = ["时间", "操作人", "操作人编号", "操作", "对象", "详情"];
export function toAuditCells(entry: Omit<AuditEntry, "id" | "target_of">): Cell[] {
  const { at, actor, actor_name, action, target, detail } = entry;
  return [formatTime(at), actor_name ?? "", actor, action, target, detail];
}

/** Returns who did something as the pages show it; the id of a person who is unknown. */
export function nameActor(actor: string, names: ReadonlyMap<string, string>): string {
  const operator = /^operator:(.*)$/.exec(actor)?.[1];
  if (operator !== undefined) return `命令行 ${operator}`;
  return actor === "demo" ? "演示数据" : (names.get(actor) ?? actor);
}

export const voucherHeads = ["编号", "餐品", "合作方", "状态", "发放时间", "发放人", "到期时间", "订单编号"];
/** `issuer` is the name of who issued it, `orderNo` the number of the order that it was redeemed for. */
export function toVoucherCells(
  voucher: IssuedVoucher,
  { issuer, orderNo }: { issuer: string; orderNo: string },
): Cell[] {
  const { number, title, partner, status, created_at, expires_at } = voucher;
  const times = [formatTime(created_at), issuer, formatTime(expires_at)];
  return [number, title, partner, voucherStates[status], ...times, orderNo];
}

export const cardHeads = ["卡号后四位", "余额", "持卡人", "发卡时间", "发卡人"];
/** `issuer` is the name of who issued it. */
export function toCardCells(
  { number, balance, holder, created_at }: IssuedMemberCard,
  issuer: string,
): Cell[] {
  return [number, { fen: balance }, holder ?? "", formatTime(created_at), issuer];
}

export const withdrawalHeads = [
  "顾客",
  "手机",
  "积分",
  "金额",
  "申请时间",
  "状态",
  "处理时间",
  "处理人",
  "驳回原因",
];
/** `reviewer` is the name of who paid or rejected it; empty before that. */
export function toWithdrawalCells(row: StaffWithdrawal, reviewer: string): Cell[] {
  return [
    row.name,
    row.phone,
    row.points,
    { fen: row.amount },
    formatTime(row.created_at),
    withdrawalStates[row.status],
    formatTime(row.reviewed_at),
    reviewer,
    row.reason ?? "",
  ];
}

export const securityHeads = ["时间", "类别", "对象", "姓名", "网络", "内容", "次数"];
export function toSecurityCells(event: {
  createdAt: Date;
  kind: string;
  subject: string;
  subjectName: string | null;
  network: string;
  detail: string;
  count: number;
}): Cell[] {
  const { createdAt, kind, subject, subjectName, network, detail, count } = event;
  return [formatLocalTime(createdAt), kind, subject, subjectName ?? "", network, detail, count];
}
