import { formatYuan } from "#contract/money.ts";
import { type OrderStatus, orderStatusLabels } from "#contract/order/status.ts";
import type { AuditEntry } from "#contract/staff/admin/schema.ts";
import type { Staff } from "#contract/staff/auth/schema.ts";
import { formatTimestamp } from "#web/lib/time/formatTime.ts";
import { adminMessages } from "../../app/messages.ts";
import { dishFieldLabels } from "../menu/menuMessages.ts";
import { restaurantFieldLabels } from "../restaurants/restaurantAdminMessages.ts";
import { auditMessages as messages } from "./auditMessages.ts";

type Role = Staff["role"];

/** Formats the actor for display. */
export function formatActor({ actor, actor_name }: AuditEntry): string {
  if (actor_name !== null) return actor_name;
  if (actor.startsWith("operator:")) return messages.operator(actor.slice("operator:".length));
  return actor === "system" ? messages.system : actor;
}

/** Formats the action; an unknown action is returned unchanged. */
export function formatAction(action: string): string {
  return messages.actions[action] ?? action;
}

/** Formats the details in one line. */
export function formatDetail({ action, detail }: AuditEntry): string {
  const parsed = parseDetail(detail);
  if (parsed === null) return detail;
  const format = (details: object) =>
    Object.entries(details).map(([name, value]) => `${labelOf(action, name)} ${formatValue(name, value)}`);
  const { from, to, ...rest } = parsed;
  if (typeof from !== "string" || typeof to !== "string") return format(parsed).join("，");
  return [`${formatStatus(from)} → ${formatStatus(to)}`, ...format(rest)].join("，");
}

/** Names a detail; the name of a restaurant or a dish is not that of a person. */
function labelOf(action: string, name: string): string {
  const fieldLabels: Readonly<Record<string, string>> = action.startsWith("restaurant.")
    ? restaurantFieldLabels
    : action.startsWith("menu.")
      ? dishFieldLabels
      : action === "list.export"
        ? messages.listFilters
        : {};
  return fieldLabels[name] ?? messages.details[name] ?? name;
}

function parseDetail(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function formatStatus(status: string): string {
  return status in orderStatusLabels ? orderStatusLabels[status as OrderStatus] : status;
}

function formatValue(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? messages.yes : messages.no;
  if (name === "role" && typeof value === "string") return adminMessages.nav.roles[value as Role] ?? value;
  if (value === null) return name === "until" ? messages.resumed : messages.never;
  if (typeof value === "number" && ["money", "paid", "limit", "amount", "delta", "before"].includes(name))
    return formatYuan(value);
  if (name === "sold_out_until" && value === "next_opening") return messages.nextOpening;
  if (name === "expires_at" && typeof value === "string") return formatTimestamp(value);
  if ((name === "outcome" || name === "decision") && typeof value === "string")
    return messages.soldoutOutcomes[value] ?? value;
  if (name === "type" && typeof value === "string") return messages.refundTypes[value] ?? value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
