/** UI copy of the login form, for customers and staff alike. */
export const loginMessages = {
  phone: "手机号",
  phoneHint: "请输入手机号",
  code: "验证码",
  codeHint: "请输入验证码",
  invite: "邀请码（选填）",
  inviteHint: "有好友邀请码可以填在这里",
  sendCode: "获取验证码",
  resendIn: (seconds: number) => `${seconds}秒后重发`,
  phoneRequired: "请输入手机号",
  phoneInvalid: "手机号格式不正确",
  codeRequired: "请输入验证码",
  proving: "正在安全验证…",
  codeSent: "验证码已发送",
  later: "请稍后再试",
  sendFailed: (reason: string) => `发送验证码失败：${reason}`,
} as const;
