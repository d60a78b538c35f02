/** Thanks for a first meal: points for both, what the meal has to cost at least, after how long, how many a day. */
export const inviteRewards = {
  inviterPoints: 500,
  inviteePoints: 200,
  minimumFen: 2_000,
  delayDays: 7,
  dailyMaximum: 20,
} as const;
