/** Messages of the sheets, notices and empty states of a menu; loaded after its first paint. */
export const overlayMessages = {
  name: "菜单",
  searchEmpty: (keyword: string) => `没有找到“${keyword}”，换个词试试`,
  addToCart: "加入购物车",
  inCart: (count: number) => `已选${count}`,
  contains: (allergens: readonly string[]) => `过敏原：含${allergens.join("、")}`,
  nutrition: "营养成分（每份）",
  changeAddress: "换个地址",
} as const;
