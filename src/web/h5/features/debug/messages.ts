/** Messages of the debug console notice. */
export const debugMessages = {
  notice: "调试中，会显示登录信息，请勿截图外传",
  close: "关闭调试",
  expired: "调试链接无效或已过期",
} as const;
