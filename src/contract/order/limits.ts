/** Maximum refund of an agent at once, in fen; admins have no such limit. */
export const maxAgentRefundFen = 20_000;
