import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { uploadFile } from "#web/shared/api/uploadFile.ts";
import type { SentPicture } from "#web/shared/chat/ChatOutbox.ts";
import type { Session } from "#web/shared/Session.ts";
import { texts } from "#web/shared/texts.ts";

/** Sends a picture into a customer's thread as staff; failures are ApiErrors, a given up one is an AbortError. */
export async function uploadForCustomer(
  session: Session,
  userId: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<SentPicture> {
  const token = session.tokenFor("staff");
  const options = { token, onProgress, signal, fields: { user_id: userId } };
  try {
    return pictureOf(await uploadFile(chatAdminEndpoints.uploadImage.path, file, options));
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && session.tokenFor("staff") === token) session.expire("staff");
    throw error;
  }
}

function pictureOf(answer: unknown): SentPicture {
  if (isRecord(answer)) {
    const { id, url, width, height } = answer;
    const isWhole = typeof id === "string" && typeof url === "string";
    if (isWhole && typeof width === "number" && typeof height === "number") return { id, url, width, height };
  }
  throw new ApiError("bad_reply", texts.badReply);
}
