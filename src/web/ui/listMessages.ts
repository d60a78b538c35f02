/** UI copy of lists. */
export const listMessages = {
  more: "加载中…",
  end: "没有更多了",
  pull: "下拉刷新",
  release: "松开刷新",
  refreshing: "刷新中…",
} as const;
