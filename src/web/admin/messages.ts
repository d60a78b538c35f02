/** All words of the staff's app. */
export const messages = {
  titles: { login: "客服登录", console: "客服工作台", notFound: "页面不存在" },
  soon: "客服工作台正在准备中，开放后会通知各位同事。",
  notFound: "没有找到这个页面",
  toHome: "去食单首页",
} as const;
