import type { ChatImage, ChatOrder } from "#web/lib/chat/StoredMessage.ts";

/** One line of the conversation as it is shown, whether the server has it or it is still on its way. */
export interface ChatItem {
  /** Stays the same from the moment it is written until long after it arrived. */
  readonly key: string;
  readonly side: "own" | "staff" | "system";
  /** Who wrote it; read for staff only. */
  readonly name: string;
  readonly type: "text" | "image" | "order" | "system";
  readonly text: string;
  readonly image: ChatImage | null;
  /** The picture as it lies on this device, so that what was just sent is not fetched back. */
  readonly previewUrl: string | null;
  readonly order: ChatOrder | null;
  /** When it was written (ISO, UTC). */
  readonly at: string;
  readonly state: "sending" | "failed" | "unreadable" | "sent" | "read";
  /** How far a picture has come, from 0 to 1. */
  readonly progress: number;
  /** Why it failed, as a sentence; empty when nobody said. */
  readonly problem: string;
}
