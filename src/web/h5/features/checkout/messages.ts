import type { CartDifference } from "#contract/order/quote.schema.ts";
import type { SoldoutPolicy } from "#contract/order/status.ts";

/** Messages of the checkout. */
export const checkoutMessages = {
  empty: "购物车是空的，先去选点好吃的",
  toMenu: "去点餐",
  address: "收货地址",
  items: "商品",
  remark: "备注",
  remarkHint: { takeaway: "口味、放置位置等（最多50字）", store: "口味等要求（最多50字）" },
  tableware: "餐具",
  noTableware: "不需要",
  deliveryTime: (time: string) => `预计${time}送达`,
  submit: "提交订单",
  resumeSubmit: "登录好了，订单还没有提交。确认无误后请点“提交订单”",
  pickAddress: "选择地址",
  quoteFailed: "暂时算不出价格，请重试",
  soldoutHints: {
    contact: "商品缺货时，客服会先联系您",
    remove: "去掉缺货的商品，款项原路退回",
    cancel_order: "有商品缺货就取消整单，全额退款",
  } satisfies Record<SoldoutPolicy, string>,
  differences: "下单前有变化，请确认",
  acceptDifferences: "按最新情况更新",
  difference: describeDifference,
  problemActions: {
    restaurant_closed: "返回菜单",
    out_of_range: "换个地址",
    below_minimum: "去凑单",
    address_required: "选择地址",
    item_unavailable: "返回菜单",
    out_of_stock: "返回菜单",
    slot_full: "换个时间",
    time_unavailable: "换个时间",
    voucher_used: "返回首页",
    voucher_expired: "返回首页",
  },
  outcomeUnknown: "没有收到回复，订单可能已经提交。请重试，不会重复下单",
  alreadyPlaced: "刚才的订单已经提交成功，请到我的订单查看",
  toOrders: "查看我的订单",
  failed: "提交失败，请重试",
  addressMissing: "请选择收货地址",
} as const;

function describeDifference(
  { kind, before, after, left, limit }: CartDifference,
  yuan: (fen: number) => string,
): string {
  if (kind === "price") return `${yuan(before ?? 0)} → ${yuan(after ?? 0)}`;
  if (kind === "day_part") return "不在供应时段";
  if (kind === "gone") return "已下架";
  if (kind === "minimum" || kind === "maximum") {
    const rule = kind === "minimum" ? `${limit}份起售` : `每单限购${limit}份`;
    return `${rule}，${left !== null && left > 0 ? `将改为${left}份` : "将移除"}`;
  }
  return left !== null && left > 0 ? `现在可买${left}份` : "已售罄";
}
