/** Messages of pending points; the usable points are always the one number beside them. */
export const pointsMessages = {
  comingAt: (points: number, time: string) => `另有${points}积分，${time} 起可用`,
  coming: (points: number) => `另有${points}积分，订单完成后待生效`,
} as const;
