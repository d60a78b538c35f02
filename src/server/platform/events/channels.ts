/** The name under which PostgreSQL tells all processes that a channel has news. */
export const notifyChannel = "shidan_events";

/** Everything that happens to a customer, for all streams that the customer has open. */
export function userChannel(userId: string): string {
  return `user:${userId}`;
}

/** Everything that agents and admins follow: threads, orders of all customers, what waits for an answer. */
export const agentsChannel = "staff:desk";

/** What the people of one store follow. */
export function restaurantChannel(restaurantId: string): string {
  return `store:${restaurantId}`;
}
