/** PostgreSQL notification channel that announces new events to all processes. */
export const notifyChannel = "shidan_events";

/** Returns the channel of a customer's own events, for all of the customer's streams. */
export function userChannel(userId: string): string {
  return `user:${userId}`;
}

/** Channel of agents and admins: conversations, orders of all customers, refund requests. */
export const agentsChannel = "staff:desk";

/** Returns the channel of a restaurant's staff. */
export function restaurantChannel(restaurantId: string): string {
  return `store:${restaurantId}`;
}
