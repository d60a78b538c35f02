import type { ConversationFilter, ConversationStatus } from "#contract/staff/chat/enums.ts";

const minute = 60;

/** UI copy of the customer-service console. */
export const consoleMessages = {
  forStores: "会话由客服处理。您的订单在订单看板里。",
  toBoard: "去订单看板",
  failed: "获取信息失败",
  more: "加载更多",
  titleWith: (count: number, title: string) => `(${count > 99 ? "99+" : count}) ${title}`,
  fullTitle: (title: string, brand: string) => `${title} - ${brand}`,
  sound: { on: "新消息提示音：开", off: "新消息提示音：关" },
  lists: { label: "列表", queue: "会话", refunds: "退款申请" },
  queue: {
    label: "会话列表",
    filters: { all: "全部", mine: "我的", unassigned: "未分配" } satisfies Record<ConversationFilter, string>,
    filterLabel: "按负责人筛选",
    statusLabel: "会话状态",
    anyStatus: "全部状态",
    statuses: { open: "进行中", pending: "跟进中", resolved: "已解决" } satisfies Record<
      ConversationStatus,
      string
    >,
    search: "姓名、手机号、订单号",
    empty: "这里没有会话",
    everywhere: "在全部顾客中查找，不限状态和负责人",
    emptySearch: "没有找到顾客",
    failed: "获取会话列表失败",
    online: "在线",
    offline: "离线",
    unread: (count: number) => `${count}条未读`,
    waiting: (time: string) => `等待 ${time}`,
    mine: "我",
    unassigned: "未分配",
    you: "客服",
    none: "暂无消息",
  },
  /** Formats a waiting time given in seconds. */
  duration: (seconds: number) => {
    const [minutes, rest] = [Math.floor(seconds / minute), seconds % minute];
    if (minutes < 60) return `${minutes}:${String(rest).padStart(2, "0")}`;
    return `${Math.floor(minutes / 60)}小时${minutes % 60}分`;
  },
  thread: {
    label: "聊天记录",
    choose: "从左边选择一个会话",
    chooseHint: "↑ ↓ 切换会话，Enter 发送，/ 快捷回复，Esc 关闭",
    failed: "聊天记录没有加载出来",
    olderFailed: "更早的消息没有加载出来，点击重试",
    older: "加载中…",
    oldest: "没有更早的消息了",
    empty: "还没有消息",
    toNewest: "回到最新消息",
    assign: "负责人",
    unassigned: "未分配",
    me: (name: string) => `${name}（我）`,
    resolve: "标为已解决",
    reopen: "重新打开",
    pending: "转为跟进中",
    details: "顾客资料",
    actFailed: "操作失败，请重试",
    read: "已读",
    unread: "未读",
    note: "内部备注",
    noteBy: (name: string) => `内部备注 · ${name}`,
    openOrder: (no: string) => `查看订单 …${no.slice(-4)}`,
    yesterday: "昨天",
    today: "今天",
    date: (month: number, day: number) => `${month}月${day}日`,
  },
  composer: {
    label: "回复",
    field: "请输入消息，Enter 发送，Shift+Enter 换行，/ 快捷回复",
    send: "发送",
    picture: "图片",
    canned: "快捷回复",
    modes: { reply: "回复顾客", note: "内部备注" },
    modeLabel: "写给谁",
    over: (count: number) => `超出${count}字，请分成几条发送`,
    noCanned: "没有这样的快捷回复",
  },
  outbox: { failed: "发送失败", unreadable: "图片无法识别", offline: "网络不可用，消息已保留" },
  states: {
    sending: "发送中",
    resend: "重新发送",
    discard: "删除",
    progress: (percent: number) => `${percent}%`,
  },
  picture: {
    customer: "顾客发送的图片",
    staff: "客服发送的图片",
    request: (place: number) => `退款申请的第${place}张图片`,
    open: (name: string) => `查看${name}`,
    viewer: "查看图片",
    failed: "图片没有加载出来，点击重试",
  },
} as const;
