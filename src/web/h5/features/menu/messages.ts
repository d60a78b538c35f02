/**
 * Messages of the first view of a menu, in a separate file so that no other page downloads them; those of what is loaded
 * later are in `overlayMessages.ts`.
 */
export const menuMessages = {
  search: "搜索商品",
  noticeLabel: "公告",
  categories: "商品分类",
  viewOf: (name: string) => `查看${name}`,
  chooseSpec: "选规格",
  soldOut: "已售罄",
  left: (count: number) => `仅剩${count}份`,
  sold: (count: number) => `已售${count > 9999 ? `${Math.floor(count / 1000) / 10}万` : count}`,
  saving: (yuan: string) => `省${yuan}`,
  from: "起",
  minimum: (count: number) => `${count}份起`,
  maximum: (count: number) => `限购${count}份`,
  pickAddress: "选择收货地址",
  /** By view of the takeaway store. */
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
  finding: "正在查找附近餐厅…",
  open: "营业中",
  closed: "休息中",
  paused: "暂停接单",
  closedHint: (hours: string) => `门店休息中${hours && `，营业时间 ${hours}`}，可以先看看菜单`,
  pausedHint: "门店暂停接单，可以先看看菜单",
} as const;
