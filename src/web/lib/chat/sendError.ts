import { ApiError, toErrorMessage } from "../api/ApiError.ts";
import { UnreadableImageError } from "../images/resizeImage.ts";

/** UI copy for send failures. */
export interface SendErrorMessages {
  readonly failed: string;
  readonly unreadable: string;
  readonly offline: string;
}

/** Returns whether the connection or the server may have failed; anything else was refused. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Returns the reason why a message was not sent, as a sentence. */
export function toSendErrorMessage(error: unknown, messages: SendErrorMessages): string {
  if (error instanceof UnreadableImageError) return messages.unreadable;
  if (!(error instanceof ApiError)) return messages.failed;
  return error.code === "offline" ? messages.offline : toErrorMessage(error, messages.failed);
}
