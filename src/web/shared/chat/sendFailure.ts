import { ApiError, messageOf } from "../api/ApiError.ts";
import { UnreadablePicture } from "../shrinkPicture.ts";

/** How failures of sending are said. */
export interface SendWords {
  readonly failed: string;
  readonly unreadable: string;
  readonly offline: string;
}

/** Whether it may have been the connection or the server; anything else was refused. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Why a message was not sent, as a sentence. */
export function problemOf(error: unknown, words: SendWords): string {
  if (error instanceof UnreadablePicture) return words.unreadable;
  if (!(error instanceof ApiError)) return words.failed;
  return error.failure === "offline" ? words.offline : messageOf(error, words.failed);
}
