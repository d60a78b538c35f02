import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import type { UploadedImage } from "#web/lib/chat/ChatOutbox.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";

/** Uploads an image into a customer's conversation as staff. Throws ApiError, or AbortError if aborted. */
export async function uploadCustomerImage(
  api: ApiClient,
  userId: string,
  file: Blob,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<UploadedImage> {
  const fields = { user_id: userId };
  const answer = await uploadFile(api, staffChatEndpoints.uploadImage, file, { onProgress, signal, fields });
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
