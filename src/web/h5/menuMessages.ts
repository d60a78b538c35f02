import type { CartChange } from "./features/cart/reconcile.ts";

/** The words of choosing dishes; a file of their own, so that no other screen carries them. */
export const menuMessages = {
  menu: {
    search: "搜索商品",
    searchEmpty: (keyword: string) => `没有找到“${keyword}”，换个词试试`,
    notice: [
      "早餐供应时间 6:00-10:00",
      "下午茶供应时间 14:00-17:00",
      "咖啡如未选择甜度，默认标准糖",
      "各门店库存不同，可能导致下单失败",
    ],
    noticeLabel: "公告",
    categories: "商品分类",
    viewOf: (name: string) => `查看${name}`,
    chooseSpec: "选规格",
    addToCart: "加入购物车",
    soldOut: "已售罄",
    left: (count: number) => `仅剩${count}份`,
    sold: (count: number) => `已售${count > 9999 ? `${Math.floor(count / 1000) / 10}万` : count}`,
    saving: (yuan: string) => `省${yuan}`,
    from: "起",
    inCart: (count: number) => `已选${count}`,
    pickAddress: "选择收货地址",
    /** By what the takeaway store says to show. */
    obstacles: {
      no_address: "选好收货地址，就能看到附近餐厅的菜单",
      no_position: "这个地址缺少位置信息，请重新选择",
      address_failed: "获取地址列表失败",
      no_store: "附近暂无可用餐厅",
      store_failed: "获取餐厅信息失败",
      menu_failed: "获取外卖菜单失败",
      menu_format: "菜单数据格式错误",
      menu_empty: "暂无外卖菜单数据",
    },
    changeAddress: "换个地址",
    finding: "正在查找附近餐厅…",
    open: "营业中",
    closed: "休息中",
    paused: "暂停接单",
    closedHint: (from: string, to: string) => `门店休息中，营业时间 ${from}-${to}，可以先看看菜单`,
    pausedHint: "门店暂停接单，可以先看看菜单",
  },
  cart: {
    title: "购物车",
    clear: "清空",
    removeOf: (name: string) => `删除${name}`,
    done: "选好了",
    empty: "还没有选商品",
    minimum: (yuan: string) => `满${yuan}起送`,
    missing: (yuan: string) => `还差${yuan}起送`,
    saved: (yuan: string) => `已省${yuan}`,
    delivery: (yuan: string) => `预估配送费${yuan}`,
    deliveryFree: "已免配送费",
    tooManyLines: "一次最多选50种商品",
    switchedStore: "配送门店变了，之前选的商品已清空",
    changed: "购物车有更新",
    understood: "知道了",
    change: describeChange,
  },
} as const;

function describeChange({ kind, before, after, left }: CartChange, yuan: (fen: number) => string): string {
  if (kind === "price") return `价格由${yuan(before ?? 0)}变为${yuan(after ?? 0)}`;
  if (kind === "stock" || (left !== null && left > 0)) return `库存不足，已改为${left ?? 0}份`;
  if (kind === "sold_out") return "已售罄";
  return kind === "day_part" ? "不在供应时段" : "已下架";
}
