/** UI copy of the staff app. */
export const adminMessages = {
  titles: {
    login: "客服登录",
    console: "客服工作台",
    board: "订单看板",
    dishes: "菜品管理",
    vouchers: "餐券",
    cards: "会员卡",
    withdrawals: "提现审核",
    failedRefunds: "退款异常",
    storeRequests: "退款申请",
    staff: "员工",
    audit: "操作记录",
    secondFactor: "动态验证",
    security: "安全",
    notFound: "页面不存在",
  },
  notFound: "没有找到这个页面",
  brand: "食单",
  login: {
    hint: "用登记过的手机号登录",
    submit: "登录",
    done: "登录成功",
    failed: "登录失败，请重试",
  },
  nav: {
    label: "工作台导航",
    failed: "获取登录信息失败",
    logout: "退出登录",
    version: (version: string) => `版本 ${version}`,
    roles: { agent: "客服", store: "门店", admin: "管理员" },
  },
} as const;
