import type { ChatImage, ChatOrder } from "#web/lib/chat/StoredMessage.ts";

/** A message as displayed, whether received or still being sent. */
export interface ChatItem {
  /** Stable from writing until long after delivery. */
  readonly key: string;
  readonly side: "own" | "staff" | "system";
  /** Name of the author; shown for staff only. */
  readonly name: string;
  readonly type: "text" | "image" | "order" | "system";
  readonly text: string;
  readonly image: ChatImage | null;
  /** Local URL of a sent image, so that it is not downloaded again. */
  readonly previewUrl: string | null;
  readonly order: ChatOrder | null;
  /** Creation time (ISO, UTC). */
  readonly at: string;
  readonly state: "sending" | "failed" | "unreadable" | "sent" | "read";
  /** Upload progress of an image, from 0 to 1. */
  readonly progress: number;
  /** Failure message; empty when unknown. */
  readonly problem: string;
}
