import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { uploadFile } from "#web/shared/api/uploadFile.ts";
import type { SentPicture } from "#web/shared/chat/ChatOutbox.ts";
import { texts } from "#web/shared/texts.ts";
import type { RootStore } from "../RootStore.ts";
import { numberOf } from "../wireValues.ts";

type Upload<Answer> = (file: Blob, onShare: (share: number) => void, signal: AbortSignal) => Promise<Answer>;

/** Sends a picture and answers its id; tells how far it has come, from 0 to 1. */
export type PictureUpload = Upload<string>;

/** How the customer sends pictures to a path; a refused token ends the login as with any other call. */
export function uploadTo(path: string, root: Pick<RootStore, "api">): PictureUpload {
  return uploading(path, root, (image) => (typeof image.id === "string" ? image.id : null));
}

/** The same for who shows the picture from the server's address, and so wants its size (px) as well. */
export function uploadShownTo(path: string, root: Pick<RootStore, "api">): Upload<SentPicture> {
  return uploading(path, root, pictureOf);
}

function uploading<Answer>(
  path: string,
  { api }: Pick<RootStore, "api">,
  read: (image: Record<string, unknown>) => Answer | null,
): Upload<Answer> {
  return async (file, onProgress, signal) => {
    const image = await api.withToken("customer", (token) =>
      uploadFile(path, file, { token, onProgress, signal }),
    );
    const answer = isRecord(image) ? read(image) : null;
    if (answer !== null) return answer;
    throw new ApiError("bad_reply", texts.badReply);
  };
}

function pictureOf(image: Record<string, unknown>): SentPicture | null {
  const { id, url } = image;
  const [width, height] = [numberOf(image.width), numberOf(image.height)];
  if (typeof id !== "string" || typeof url !== "string" || width === null || height === null) return null;
  return { id, url, width, height };
}
