import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { uploadFile } from "#web/shared/api/uploadFile.ts";
import type { SentPicture } from "#web/shared/chat/ChatOutbox.ts";
import { texts } from "#web/shared/texts.ts";

/** Sends a picture into a customer's thread as staff; failures are ApiErrors, a given up one is an AbortError. */
export async function uploadForCustomer(
  api: ApiClient,
  userId: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<SentPicture> {
  const fields = { user_id: userId };
  const answer = await api.withToken("staff", (token) =>
    uploadFile(chatAdminEndpoints.uploadImage.path, file, { token, onProgress, signal, fields }),
  );
  return pictureOf(answer);
}

function pictureOf(answer: unknown): SentPicture {
  if (isRecord(answer)) {
    const { id, url, width, height } = answer;
    const isWhole = typeof id === "string" && typeof url === "string";
    if (isWhole && typeof width === "number" && typeof height === "number") return { id, url, width, height };
  }
  throw new ApiError("bad_reply", texts.badReply);
}
