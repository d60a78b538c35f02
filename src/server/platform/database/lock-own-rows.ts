import { AppError } from "../http/AppError.ts";
import { pgCode } from "./Database.ts";

/** What PostgreSQL calls lock_not_available. */
const lockNotAvailable = "55P03";

/** What a customer is told whose calls are too many at once. */
export function tooManyConcurrentWrites(): AppError {
  return new AppError("rate_limited", {}, "上一步还在处理，请稍后再试", 1);
}

/**
 * Rows that only one customer's calls hold. When another of them keeps them for too long, this one is refused as too much
 * at once: it is not the shop that is busy. Throws AppError("rate_limited").
 */
export async function lockOwnRows<Rows>(query: PromiseLike<Rows>): Promise<Rows> {
  try {
    return await query;
  } catch (error) {
    if (pgCode(error) !== lockNotAvailable) throw error;
    throw tooManyConcurrentWrites();
  }
}
