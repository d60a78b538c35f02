import type { StoredMessage } from "./StoredMessage.ts";

/** A message that is on its way, or did not arrive. */
export interface PendingMessage extends StoredMessage {
  readonly state: "sending" | "failed" | "unreadable";
  /** How far a picture has come, from 0 to 1. */
  readonly progress: number;
  /** Why it failed, as a sentence; empty when nobody said. */
  readonly error: string;
  /** It got no answer: `retryPending` sends it again. */
  readonly isAwaitingRetry: boolean;
}
