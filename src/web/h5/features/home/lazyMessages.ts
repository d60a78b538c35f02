/** Messages of the lower home page, separate from those needed at once. */
export const homeLazyMessages = {
  popular: "大家都在点",
  current: "进行中的订单",
  follow: "查看进度",
  reorder: "再来一单",
  lastTime: "上次点的",
  invite: "邀请好友",
  inviteHint: "把喜欢的味道，介绍给朋友",
  itemCount: (count: number) => `共${count}件`,
  pickupCode: (code: string) => `取餐码 ${code}`,
} as const;
