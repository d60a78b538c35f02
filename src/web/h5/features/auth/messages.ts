/** Messages of the login and of the prompt to log in. */
export const authMessages = {
  welcome: (brand: string) => `欢迎来到${brand}`,
  welcomeHint: "登录后即可点餐，新手机号会自动注册",
  submit: "登录",
  wechat: "微信登录",
  wechatStarting: "正在用微信登录…",
  wechatFinishing: "正在登录…",
  wechatStateLost: "还差一步，点一下就能继续登录",
  wechatContinue: "继续登录",
  wechatOther: "用手机号登录",
  wechatProblems: {
    refused: "没有得到微信授权，请用手机号登录或再试一次",
    snapshot: "当前页面只能浏览，请点击底部“使用完整服务”，或用手机号登录",
    failed: "微信登录暂不可用，可以用手机号登录，或稍后再试",
  },
  done: "登录成功",
  failed: "登录失败，请重试",
  infoFailed: "获取用户信息失败",
  loggedOut: "已退出登录",
  prompt: { text: "登录后继续", login: "去登录" },
} as const;
