/** Words of the page of a store's dishes. */
export const dishMessages = {
  forbidden: "菜品管理只对门店和管理员开放",
  failed: "获取菜品失败",
  search: "搜索菜品",
  filter: "显示范围",
  filters: [
    { value: "all", text: "全部菜品" },
    { value: "sold-out", text: "已售罄" },
  ],
  empty: "没有符合条件的菜品",
  noLimit: "不限量",
  left: (portions: number) => `剩 ${portions} 份`,
  soldOut: "售罄",
  soldOutOf: (name: string) => `${name} 售罄`,
  nowSoldOut: (name: string) => `${name} 已标记售罄`,
  nowSold: (name: string) => `${name} 已恢复售卖`,
} as const;
