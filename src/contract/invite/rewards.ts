/**
 * Rewards for a friend's first order: points for both, its minimum amount, the delay, and the daily maximum.
 */
export const inviteRewards = {
  inviterPoints: 500,
  inviteePoints: 200,
  minimumFen: 2_000,
  delayDays: 7,
  dailyMaximum: 20,
} as const;
