/** Notices above the dishes of a menu until the head office sets others; index.html is written with them. */
export const initialMenuNotices: readonly string[] = [
  "早餐供应时间 6:00-10:00",
  "下午茶供应时间 14:00-17:00",
  "咖啡如未选择甜度，默认标准糖",
  "各门店库存不同，可能导致下单失败",
];
