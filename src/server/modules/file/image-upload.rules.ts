import type { Deps } from "../../platform/Deps.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { incrementCounters } from "../../platform/limits/rate-limit.repository.ts";

/** Counts a customer's image upload, whatever its content. Throws "rate_limited" with the seconds to wait. */
export async function consumeImageUpload(
  { database, config }: Pick<Deps, "database" | "config">,
  userId: string,
): Promise<void> {
  const { windowMs, max: maximum } = config.limits.imageUploads;
  const [count] = await incrementCounters(
    database.queries,
    [{ key: `picture:${userId}`, hits: 1 }],
    windowMs,
  );
  if (count === undefined || count.hits <= maximum) return;
  const waitS = Math.max(1, Math.ceil(count.remainingMs / 1000));
  throw new AppError("rate_limited", {}, "发送的图片太多了，请稍后再试", waitS);
}
