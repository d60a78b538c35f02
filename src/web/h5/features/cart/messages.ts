import type { CartTransfer } from "./CartTransferStore.ts";
import type { CartChange } from "./reconcile.ts";

/** Messages of the open cart and its notices; loaded after the menu's first paint. */
export const cartMessages = {
  clear: "清空",
  removeOf: (name: string) => `删除${name}`,
  transfer: describeTransfer,
  changed: "购物车有更新",
  dismiss: "知道了",
  change: describeChange,
} as const;

function describeChange({ kind, before, after, left }: CartChange, yuan: (fen: number) => string): string {
  if (kind === "price") return `价格由${yuan(before ?? 0)}变为${yuan(after ?? 0)}`;
  if (kind === "limit") return `每单限购，已改为${left ?? 0}份`;
  if (kind === "stock" || (left !== null && left > 0)) return `库存不足，已改为${left ?? 0}份`;
  if (kind === "sold_out") return "已售罄";
  if (kind === "not_here") return "这家门店没有";
  if (kind === "no_room") return "一次最多选50种商品，没有加入";
  return kind === "day_part" ? "不在供应时段" : "已下架";
}

const transferTexts: Record<CartTransfer["kind"], string> = {
  copied: "已带来这家门店有的商品",
  none: "之前选的商品这家门店都没有",
  found: "这里是您之前在这家门店选的商品",
};

function describeTransfer({ kind, from }: CartTransfer): string {
  return `配送门店变了，${transferTexts[kind]}；${from || "原门店"}的购物车已为您保留`;
}
