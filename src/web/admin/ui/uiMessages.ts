/** UI copy shared by several staff pages. */
export const uiMessages = {
  close: "关闭",
  cancel: "取消",
  save: "确定",
  selectAll: "全选",
  disconnected: "实时连接已断开，正在重新连接…",
  none: "—",
  loadFailed: "加载失败，请重试",
  loadMore: "加载更多",
  actFailed: "操作失败，请重试",
  copied: "已复制",
  copyFailed: "复制失败，请手动选择后复制",
  day: (days: number, date: string) => ["今天", "明天", "后天"][days] ?? date,
} as const;
