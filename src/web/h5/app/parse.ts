/** In-store order type: pickup or dine-in. */
export type InStoreType = "pickup" | "dine_in";

/** Returns a trimmed text of the API; numbers become text, anything else an empty text. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** Returns a finite number of the API, also when sent as text; null otherwise. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "") return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** Returns an integer from 0; null for anything else. */
export function toCount(value: unknown): number | null {
  const number = toNumber(value);
  return number === null || number < 0 ? null : Math.round(number);
}

/** Returns whether a value is an in-store order type. */
export function isInStoreType(value: unknown): value is InStoreType {
  return value === "pickup" || value === "dine_in";
}
