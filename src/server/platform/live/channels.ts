/** The name under which PostgreSQL tells all processes that a channel has news. */
export const newsName = "shidan_events";

/** Everything that happens to a customer, for all streams that the customer has open. */
export function userChannel(userId: string): string {
  return `user:${userId}`;
}
