import type { StoredMessage } from "./StoredMessage.ts";

/** Message in flight, or not delivered. */
export interface PendingMessage extends StoredMessage {
  readonly state: "sending" | "failed" | "unreadable";
  /** Upload progress of an image, from 0 to 1. */
  readonly progress: number;
  /** Reason of the failure as a sentence; empty if unknown. */
  readonly error: string;
  /** Whether it got no response, so that `retryPending` resends it. */
  readonly isAwaitingRetry: boolean;
}
