/** Messages of in-store ordering: the menu and the checkout. */
export const inStoreMessages = {
  store: {
    table: (table: string) => `${table}桌`,
    closedHint: (hours: string) => `门店休息中${hours && `，营业时间 ${hours}`}，可预约`,
    pausedHint: (until: string) =>
      until === "" ? "门店暂停接单，可预约其他时间" : `门店暂停接单，预计 ${until} 恢复，可预约`,
    invalidTable: "没有认出桌号，请重新扫码或下单时填写",
    timePassed: "预约的时间已经过了，请重新选择",
  },
  about: (name: string) => `${name}，门店照片和证照`,
  obstacles: {
    unknown_store: "餐厅信息不存在",
    store_failed: "获取餐厅信息失败",
    menu_failed: "获取菜单失败",
    menu_format: "菜单数据格式错误",
    menu_empty: "这个时间没有可点的菜，换个时间看看",
  },
  chooseStore: "选择餐厅",
  changeTime: "换个时间",
  confirm: {
    phoneRequired: "请输入手机号",
    phoneInvalid: "手机号格式不正确",
    changeTo: (time: string) => `改到 ${time}`,
    changeTime: "换个时间",
  },
  otherCart: {
    title: "换了一家店",
    text: (name: string, count: number) => `您在${name === "" ? "另一家店" : name}还选了${count}件商品`,
    hint: "保留后，回到那家店还能接着点",
    keep: "保留",
    clear: "清空",
  },
} as const;
