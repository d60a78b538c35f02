import type { AuditEntry } from "#contract/head-office/schema.ts";
import { formatYuan } from "#contract/money.ts";
import { type OrderStatus, statusTexts } from "#contract/order/status.ts";
import { auditMessages as words } from "../../auditMessages.ts";
import { chinaMoment } from "../../parts/chinaMoment.ts";

/** Who did it, as people read it. */
export function sayActor({ actor, actor_name }: AuditEntry): string {
  if (actor_name !== null) return actor_name;
  if (actor.startsWith("operator:")) return words.operator(actor.slice("operator:".length));
  return actor === "system" ? words.system : actor;
}

/** What was done; an action without words is shown as it is. */
export function sayAction(action: string): string {
  return words.actions[action] ?? action;
}

/** What else is known of it, in one line. */
export function sayDetail({ detail }: AuditEntry): string {
  const known = readDetail(detail);
  if (known === null) return detail;
  const { from, to, ...rest } = known;
  const way =
    typeof from === "string" && typeof to === "string" ? [`${sayStatus(from)} → ${sayStatus(to)}`] : [];
  const parts = Object.entries(rest).map(
    ([name, value]) => `${words.details[name] ?? name} ${sayValue(name, value)}`,
  );
  return [...way, ...parts].join("，");
}

function readDetail(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function sayStatus(status: string): string {
  return status in statusTexts ? statusTexts[status as OrderStatus] : status;
}

function sayValue(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === null) return name === "until" ? words.resumed : words.never;
  if (typeof value === "number" && ["money", "limit", "amount", "delta", "before"].includes(name))
    return formatYuan(value);
  if (name === "expires_at" && typeof value === "string") return chinaMoment(value);
  if (name === "type" && typeof value === "string") return words.refundTypes[value] ?? value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
