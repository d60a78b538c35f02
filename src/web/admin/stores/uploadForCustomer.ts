import { staffChatEndpoints } from "#contract/chat-admin/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { uploadFile } from "#web/shared/api/uploadFile.ts";
import type { UploadedImage } from "#web/shared/chat/ChatOutbox.ts";
import { commonMessages } from "#web/shared/texts.ts";

/** Sends a picture into a customer's thread as staff; failures are ApiErrors, a given up one is an AbortError. */
export async function uploadCustomerImage(
  api: ApiClient,
  userId: string,
  file: Blob,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<UploadedImage> {
  const fields = { user_id: userId };
  const answer = await api.withToken("staff", (token) =>
    uploadFile(staffChatEndpoints.uploadImage.path, file, { token, onProgress, signal, fields }),
  );
  return parseImage(answer);
}

function parseImage(answer: unknown): UploadedImage {
  if (isRecord(answer)) {
    const { id, url, width, height } = answer;
    const hasId = typeof id === "string" && typeof url === "string";
    if (hasId && typeof width === "number" && typeof height === "number") return { id, url, width, height };
  }
  throw new ApiError("bad_reply", commonMessages.badReply);
}
