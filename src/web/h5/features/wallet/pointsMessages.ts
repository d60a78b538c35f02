/** The words for points that are on their way; what can be spent now is always the one number beside them. */
export const pointsMessages = {
  comingAt: (points: number, time: string) => `另有${points}积分，${time} 起可用`,
  coming: (points: number) => `另有${points}积分，订单完成7天后可用`,
} as const;
