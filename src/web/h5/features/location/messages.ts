/** Messages of locating the customer and choosing a city. */
export const locationMessages = {
  purpose: "位置只用来找到附近能点餐的门店和收货地点，也可以不允许，直接选择城市。",
  locating: "正在获取您的位置…",
  located: (city: string) => `已定位到${city}`,
  failed: "定位失败，请手动输入城市",
  unsupported: "当前浏览器不支持定位",
  title: "选择城市",
  search: "搜索城市",
  relocate: "重新定位",
  served: "已开通城市",
  all: "全部城市",
  none: "没有找到这个城市，换个名字试试",
  listFailed: "城市列表加载失败",
  current: (city: string) => `当前：${city}`,
  noCity: "还没有选择城市",
} as const;
