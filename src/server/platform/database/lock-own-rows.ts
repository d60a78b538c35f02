import { AppError } from "../http/AppError.ts";
import { pgCode } from "./database-errors.ts";

/** SQLSTATE lock_not_available. */
const lockNotAvailable = "55P03";

/** Error for a customer with too many concurrent requests. */
export function tooManyConcurrentWrites(): AppError {
  return new AppError("rate_limited", {}, "上一步还在处理，请稍后再试", 1);
}

/**
 * Locks rows that only one customer's requests lock. When another of them holds the lock for too long, this
 * one is refused as too many requests: the shop itself is not overloaded.
 * @throws AppError("rate_limited")
 */
export async function lockOwnRows<Rows>(query: PromiseLike<Rows>): Promise<Rows> {
  try {
    return await query;
  } catch (error) {
    if (pgCode(error) !== lockNotAvailable) throw error;
    throw tooManyConcurrentWrites();
  }
}
