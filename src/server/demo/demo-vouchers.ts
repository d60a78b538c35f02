/** A meal sold by a partner shop; items are dish ids of the demo chain. */
export interface DemoVoucher {
  partner: string;
  title: string;
  items: { id: string; quantity: number }[];
  /** Days until it expires, counted from seeding; negative means expired. */
  days: number;
}

/** Vouchers that can be redeemed, and an expired one. */
export const demoVouchers: DemoVoucher[] = [
  { partner: "邻里团购", title: "滑蛋虾仁饭单人餐", items: [{ id: "10205", quantity: 1 }], days: 30 },
  {
    partner: "邻里团购",
    title: "滑蛋虾仁饭双人餐",
    items: [
      { id: "10205", quantity: 2 },
      { id: "102011", quantity: 1 },
    ],
    days: 30,
  },
  { partner: "午间特惠", title: "招牌卤肉饭一份", items: [{ id: "102011", quantity: 1 }], days: 7 },
  { partner: "午间特惠", title: "招牌卤肉饭加大一份", items: [{ id: "102012", quantity: 1 }], days: -1 },
];
