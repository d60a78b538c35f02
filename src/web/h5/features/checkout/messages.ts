import type { CartDifference } from "#contract/order/quote.schema.ts";
import type { SoldoutPolicy } from "#contract/order/status.ts";

/** Messages of checkout and payment. */
export const checkoutMessages = {
  confirm: {
    empty: "购物车是空的，先去选点好吃的",
    toMenu: "去点餐",
    address: "收货地址",
    items: "商品",
    remark: "备注",
    remarkHint: { takeaway: "口味、放置位置等（最多50字）", store: "口味等要求（最多50字）" },
    tableware: "餐具",
    noTableware: "不需要",
    soldout: {
      label: "缺货处理",
      names: { contact: "先联系我", remove: "去掉并退款", cancel_order: "取消整单" } satisfies Record<
        SoldoutPolicy,
        string
      >,
      hints: {
        contact: "商品缺货时，客服会先联系您",
        remove: "去掉缺货的商品，款项原路退回",
        cancel_order: "有商品缺货就取消整单，全额退款",
      } satisfies Record<SoldoutPolicy, string>,
    },
    payBy: "支付方式",
    wechat: "微信支付",
    card: "会员卡支付",
    cardBalance: (yuan: string) => `余额 ${yuan}`,
    cardShort: (balance: string, missing: string) => `余额 ${balance}，还差 ${missing}`,
    cardNone: "还没有绑定会员卡",
    cardUnknown: "余额查询失败",
    cardBind: "去绑定",
    usePoints: "使用积分",
    pointsSave: (available: number, points: number, yuan: string) =>
      `可用${available}积分，本单用${points}积分抵${yuan}`,
    pointsFew: (available: number) => `可用${available}积分，满100才能用`,
    pointsUnfit: (available: number) => `可用${available}积分，这笔订单金额太小，暂不能用`,
    goods: "商品金额",
    delivery: "配送费",
    free: "免费",
    discount: "已优惠",
    points: "积分抵扣",
    total: "合计",
    deliveryTime: (time: string) => `预计${time}送达`,
    submit: "提交订单",
    resumeSubmit: "登录好了，订单还没有提交。确认无误后请点“提交订单”",
    pickAddress: "选择地址",
    quoteFailed: "暂时算不出价格，请重试",
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
  },
  pay: {
    starting: "正在前往支付…",
    confirming: "正在确认支付结果…",
    pending: "还没有收到支付结果，如已付款请稍后刷新",
    pay: "去支付",
    refresh: "刷新",
    failed: "支付没有发起成功，请重试",
    unsupported: "这里暂时不能支付，请在手机浏览器中打开",
    cancelled: "您取消了支付，可以重新支付",
    returned: "还没有查到付款，可能您取消了支付，或到账稍慢。支付完成了吗？",
    unknown: "暂时查不到支付结果。支付完成了吗？",
    alreadyPaid: "已完成支付",
    payAgain: "重新支付",
    sheetFailed: "支付没有完成，请重新支付",
    openBrowser: "微信里暂时不能支付，请在浏览器中打开",
    openBrowserHelp: "怎么打开",
    openBrowserSteps: ["点击右上角的 ···", "选择“在浏览器打开”", "登录后在“我的订单”里继续支付"],
    openBrowserDone: "知道了",
    miniProgram: {
      title: "小程序里不能直接用微信支付",
      hint: "可以用会员卡支付；或复制下面的链接发到微信聊天，点开后付款",
      copy: "复制链接",
      copied: "链接已复制，发到微信聊天后点开付款",
      copyFailed: "复制失败，请长按链接复制",
      linkNote: "小程序里不能直接支付，提交后可复制链接到微信打开",
      pageNote: "将打开小程序的支付页面",
    },
  },
} as const;

function describeDifference(
  { kind, before, after, left }: CartDifference,
  yuan: (fen: number) => string,
): string {
  if (kind === "price") return `${yuan(before ?? 0)} → ${yuan(after ?? 0)}`;
  if (kind === "day_part") return "不在供应时段";
  if (kind === "gone") return "已下架";
  return left !== null && left > 0 ? `现在可买${left}份` : "已售罄";
}
