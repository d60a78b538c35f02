import { ApiError } from "#web/lib/api/ApiError.ts";
import { isRecord } from "#web/lib/api/parseResponse.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import type { UploadedImage } from "#web/lib/chat/ChatOutbox.ts";
import { commonMessages } from "#web/lib/commonMessages.ts";
import { toNumber } from "./parse.ts";
import type { RootStore } from "./RootStore.ts";

type UploadEndpoint = Parameters<typeof uploadFile>[1];

type Upload<Result> = (
  file: Blob,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
) => Promise<Result>;

/** Uploads an image and returns its id; reports progress from 0 to 1. */
export type ImageUpload = Upload<string>;

/** Creates the customer's image upload to an endpoint. */
export function createImageUpload(endpoint: UploadEndpoint, root: Pick<RootStore, "api">): ImageUpload {
  return createUpload(endpoint, root, (image) => (typeof image.id === "string" ? image.id : null));
}

/** Same for callers that show the image from the server's URL and therefore need its size (px) too. */
export function createDisplayedImageUpload(
  endpoint: UploadEndpoint,
  root: Pick<RootStore, "api">,
): Upload<UploadedImage> {
  return createUpload(endpoint, root, toSentImage);
}

function createUpload<Result>(
  endpoint: UploadEndpoint,
  { api }: Pick<RootStore, "api">,
  parse: (image: Record<string, unknown>) => Result | null,
): Upload<Result> {
  return async (file, onProgress, signal) => {
    const image = await uploadFile(api, endpoint, file, { onProgress, signal });
    const result = isRecord(image) ? parse(image) : null;
    if (result !== null) return result;
    throw new ApiError("bad_reply", commonMessages.badReply);
  };
}

function toSentImage(image: Record<string, unknown>): UploadedImage | null {
  const { id, url } = image;
  const [width, height] = [toNumber(image.width), toNumber(image.height)];
  if (typeof id !== "string" || typeof url !== "string" || width === null || height === null) return null;
  return { id, url, width, height };
}
