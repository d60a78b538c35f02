import { isRecord } from "../api/parseResponse.ts";

/** Image of a message: a URL that needs a token, and its size in px. */
export interface ChatImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Order as shown on its card. */
export interface ChatOrder {
  readonly id: string;
  readonly storeName: string;
  /** URL of a dish's image, or empty. */
  readonly image: string;
  /** For example "宫保鸡丁等3件". */
  readonly summary: string;
  readonly amountFen: number;
  readonly statusText: string;
}

/**
 * Stored form of an undelivered message, which survives the page. An image is stored once the server has it.
 */
export interface StoredMessage {
  readonly idempotencyKey: string;
  readonly type: "text" | "image" | "order";
  readonly text: string;
  readonly order: ChatOrder | null;
  readonly imageId: string | null;
  readonly image: ChatImage | null;
  readonly at: string;
}

/** Returns the part of a message that survives the page. */
export function toStoredMessage({
  idempotencyKey,
  type,
  text,
  order,
  imageId,
  image,
  at,
}: StoredMessage): StoredMessage {
  return { idempotencyKey, type, text, order, imageId, image, at };
}

/** Parses a stored message for resending; null if invalid. */
export function parseStoredMessage(raw: unknown): StoredMessage | null {
  if (!isRecord(raw)) return null;
  const { type } = raw;
  // Earlier versions stored it as `key`.
  const idempotencyKey = toText(raw.idempotencyKey ?? raw.key);
  const [imageId, order] = [toText(raw.imageId) || null, parseOrder(raw.order)];
  const text = toText(raw.text);
  const image = parseImage(raw.image);
  const isComplete =
    (type === "text" && text !== "") ||
    (type === "order" && order !== null) ||
    (type === "image" && imageId !== null && image !== null);
  if (!isComplete || !/^[\w-]{8,64}$/.test(idempotencyKey)) return null;
  return { idempotencyKey, type, text, order, imageId, image, at: toText(raw.at) };
}

function parseImage(raw: unknown): ChatImage | null {
  if (!isRecord(raw)) return null;
  const { url, width, height } = raw;
  const isComplete = typeof url === "string" && typeof width === "number" && typeof height === "number";
  return isComplete ? { url, width, height } : null;
}

function parseOrder(raw: unknown): ChatOrder | null {
  if (!isRecord(raw) || typeof raw.id !== "string" || typeof raw.amountFen !== "number") return null;
  const { id, amountFen } = raw;
  const [storeName, image, summary] = [toText(raw.storeName), toText(raw.image), toText(raw.summary)];
  return { id, storeName, image, summary, amountFen, statusText: toText(raw.statusText) };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
