/** UI copy shared by both apps: failures on the way to the server, and labels of common controls. */
export const commonMessages = {
  offline: "网络不可用，请检查网络后重试",
  fileChanged: "文件已被修改或移走，请重新选择",
  timeout: "请求超时，请稍后再试",
  badReply: "服务器返回异常，请稍后再试",
  failed: "请求失败，请稍后再试",
  expired: "登录已过期，请重新登录",
  retry: "重试",
  back: "返回",
  close: "关闭",
  confirm: "确定",
  cancel: "取消",
  loading: "加载中",
  increase: "增加",
  decrease: "减少",
  clearSearch: "清除搜索",
  restoring: (minutes: number) =>
    `系统恢复中，菜单和餐厅是${minutes < 1 ? "刚才" : ` ${minutes} 分钟前`}的，暂时不能下单，请稍后再试`,
  offlineBanner: "网络已断开，请检查网络",
  imageBroken: "图片无法显示",
  broken: "页面出了点问题，请重试",
} as const;
