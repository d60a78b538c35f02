/** What an agent may give back at once; admins have no such limit. */
export const maxAgentRefundFen = 20_000;
