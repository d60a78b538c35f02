import { isRecord } from "../api/readReply.ts";

/** A picture of a message: an address that needs a token, and its size in px. */
export interface ChatImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** An order as its card shows it. */
export interface ChatOrder {
  readonly id: string;
  readonly storeName: string;
  /** Address of a dish's picture, or empty. */
  readonly image: string;
  /** For example "宫保鸡丁等3件". */
  readonly summary: string;
  readonly amountFen: number;
  readonly statusText: string;
}

/** What was written and did not arrive, as it outlives the page. A picture is kept once the server has it. */
export interface KeptMessage {
  readonly key: string;
  readonly type: "text" | "image" | "order";
  readonly text: string;
  readonly order: ChatOrder | null;
  readonly imageId: string | null;
  readonly image: ChatImage | null;
  readonly at: string;
}

/** What of a message outlives the page. */
export function toKept({ key, type, text, order, imageId, image, at }: KeptMessage): KeptMessage {
  return { key, type, text, order, imageId, image, at };
}

/** A kept message as it can be sent again; null for what is none. */
export function readKept(raw: unknown): KeptMessage | null {
  if (!isRecord(raw)) return null;
  const { type } = raw;
  const [key, imageId, order] = [textOf(raw.key), textOf(raw.imageId) || null, keptOrder(raw.order)];
  const text = textOf(raw.text);
  const image = keptImage(raw.image);
  const isWhole =
    (type === "text" && text !== "") ||
    (type === "order" && order !== null) ||
    (type === "image" && imageId !== null && image !== null);
  if (!isWhole || !/^[\w-]{8,64}$/.test(key)) return null;
  return { key, type, text, order, imageId, image, at: textOf(raw.at) };
}

function keptImage(raw: unknown): ChatImage | null {
  if (!isRecord(raw)) return null;
  const { url, width, height } = raw;
  const isWhole = typeof url === "string" && typeof width === "number" && typeof height === "number";
  return isWhole ? { url, width, height } : null;
}

function keptOrder(raw: unknown): ChatOrder | null {
  if (!isRecord(raw) || typeof raw.id !== "string" || typeof raw.amountFen !== "number") return null;
  const { id, amountFen } = raw;
  const [storeName, image, summary] = [textOf(raw.storeName), textOf(raw.image), textOf(raw.summary)];
  return { id, storeName, image, summary, amountFen, statusText: textOf(raw.statusText) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
