/** UI copy of the dishes page. */
export const dishMessages = {
  forbidden: "菜品管理只对门店和管理员开放",
  failed: "获取菜品失败",
  search: "搜索菜品",
  filter: "显示范围",
  filters: (counts: { all: number; sold_out: number } | null) =>
    [
      { value: "all", text: `全部菜品${counts === null ? "" : ` ${counts.all}`}` },
      { value: "sold-out", text: `已售罄${counts === null ? "" : ` ${counts.sold_out}`}` },
    ] as const,
  columns: { name: "菜品", category: "分类", price: "价格", stock: "库存" },
  empty: "没有符合条件的菜品",
  noLimit: "不限量",
  left: (portions: number) => `剩 ${portions} 份`,
  soldOut: "售罄",
  soldOutOf: (name: string) => `${name} 售罄`,
  stock: {
    open: (stock: string, name: string) => `${stock}，修改${name}的库存`,
    title: (name: string) => `${name} 的库存`,
    field: "剩余份数",
    hint: "留空为不限量",
    bad: "请输入 0 到 99999 的整数",
    save: "保存",
    saved: (name: string) => `${name} 的库存已更新`,
  },
  nowSoldOut: (name: string) => `${name} 已标记售罄`,
  nowSold: (name: string) => `${name} 已恢复售卖`,
} as const;
