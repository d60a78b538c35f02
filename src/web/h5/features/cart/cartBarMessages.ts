/** Messages of the cart bar; the menu's first view needs them, unlike those of the open cart. */
export const cartBarMessages = {
  title: "购物车",
  done: "选好了",
  empty: "还没有选商品",
  minimum: (yuan: string) => `满${yuan}起送`,
  missing: (yuan: string) => `还差${yuan}起送`,
  saved: (yuan: string) => `已省${yuan}`,
  delivery: (yuan: string) => `预估配送费${yuan}`,
  deliveryFree: "已免配送费",
  maximum: (count: number) => `每单限购${count}份`,
  tooManyLines: "一次最多选50种商品",
} as const;
