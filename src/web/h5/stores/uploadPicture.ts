import { ApiError } from "#web/shared/api/ApiError.ts";
import { isRecord } from "#web/shared/api/readReply.ts";
import { uploadFile } from "#web/shared/api/uploadFile.ts";
import { texts } from "#web/shared/texts.ts";
import type { RootStore } from "../RootStore.ts";

/** Sends a picture and answers its id; tells how far it has come, from 0 to 1. */
export type PictureUpload = (
  file: Blob,
  onShare: (share: number) => void,
  signal: AbortSignal,
) => Promise<string>;

/** How the customer sends pictures to a path; a refused token ends the login as with any other call. */
export function uploadTo(path: string, { session }: Pick<RootStore, "session">): PictureUpload {
  return async (file, onProgress, signal) => {
    const token = session.tokenFor("customer");
    try {
      const image = await uploadFile(path, file, { token, onProgress, signal });
      if (isRecord(image) && typeof image.id === "string") return image.id;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401;
      if (isRefused && session.tokenFor("customer") === token) session.expire("customer");
      throw error;
    }
    throw new ApiError("bad_reply", texts.badReply);
  };
}
