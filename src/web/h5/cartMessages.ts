import type { CartChange } from "./features/cart/reconcile.ts";

/** What the open cart and the notes about it say; they come after the menu's first paint. */
export const cartMessages = {
  clear: "清空",
  removeOf: (name: string) => `删除${name}`,
  switchedStore: "配送门店变了，之前选的商品已清空",
  changed: "购物车有更新",
  understood: "知道了",
  change: describeChange,
} as const;

function describeChange({ kind, before, after, left }: CartChange, yuan: (fen: number) => string): string {
  if (kind === "price") return `价格由${yuan(before ?? 0)}变为${yuan(after ?? 0)}`;
  if (kind === "stock" || (left !== null && left > 0)) return `库存不足，已改为${left ?? 0}份`;
  if (kind === "sold_out") return "已售罄";
  return kind === "day_part" ? "不在供应时段" : "已下架";
}
