import type { DeletionObstacle } from "#contract/account/schema.ts";

/** Messages of the page that deletes the account. */
export const deletionMessages = {
  failed: "获取注销信息失败",
  notOffered: "这里暂不支持注销账号，请联系客服",
  intro: (days: number) => `${days}天内登录，点“撤销注销”就能反悔。${days}天后：`,
  effects: [
    "手机号、微信、昵称、头像、收货地址、收藏、聊天记录和图片都会删除，无法恢复",
    "订单和资金流水依法保留，但不再有您的姓名、电话和地址",
    "已开具的发票依法保存十年；还没开具的发票申请会取消",
    "同一手机号可以重新注册，成为新的账号",
  ],
  points: (count: number) => `剩余的${count}积分会作废`,
  card: (lastFour: string, balance: string) =>
    `尾号${lastFour}的会员卡会与账号解绑，余额${balance}留在卡上，可凭卡号和卡密再绑定`,
  obstaclesTitle: "以下事项完成后才能注销",
  obstacles: {
    open_order: (count) => `${count}个订单还没有完成`,
    refund_request: (count) => `${count}个退款申请还没有答复`,
    refund: (count) => `${count}笔退款还没有到账`,
    withdrawal: (count) => `${count}笔积分提现还在审核`,
  } satisfies Record<DeletionObstacle["kind"], (count: number) => string>,
  view: "查看",
  start: "申请注销",
  sheetTitle: "注销账号",
  codeHint: (phone: string) => `请输入发送到 ${phone} 的验证码，确认是您本人在注销`,
  confirm: "确认注销",
  confirmQuestion: "确定注销这个账号吗？",
  confirmFailed: "提交失败，请重试",
  done: (days: number) => `已提交，${days}天内登录后可以撤销`,
  pending: (date: string) => `账号将在 ${date} 之后注销`,
  pendingHint: "在这之前可以随时撤销，撤销后一切照旧",
  pendingRow: (date: string) => `${date} 之后`,
  pendingNotice: (date: string) => `${date} 后注销账号`,
  toCancel: "去撤销",
  cancel: "撤销注销",
  cancelled: "已撤销，账号可以正常使用",
  cancelFailed: "撤销失败，请重试",
} as const;

/** Messages of the page with copies of the customer's data. */
export const dataCopyMessages = {
  intro:
    "副本是一个ZIP文件，包含您的资料、地址、订单、积分、会员卡、邀请、提现、聊天记录和图片，以及发票、同意记录和登录设备",
  introTime: "生成时可以离开这个页面，稍后回来下载",
  failed: "获取副本列表失败",
  notOffered: "这里暂不支持下载个人信息",
  request: "生成副本",
  requestFailed: "申请失败，请重试",
  list: "个人信息副本",
  requested: (at: string) => `申请于 ${at}`,
  until: (at: string) => `${at} 前可下载`,
  statuses: { queued: "正在生成", ready: "已生成", failed: "生成失败", expired: "已过期" },
  download: "下载",
  downloadFailed: "下载失败，请重试",
  fileName: "个人信息副本.zip",
  inWechat:
    "微信里不能保存文件：请复制链接，在手机浏览器里打开就会下载。链接里是您的个人信息，请不要发给别人",
  copyLink: "复制链接",
  copied: "已复制，请在浏览器里打开",
  copyFailed: "复制失败，请重试",
} as const;

/** Messages of the row that binds or unbinds WeChat. */
export const wechatBindingMessages = {
  title: "微信",
  bound: "已绑定",
  unbound: "未绑定",
  bind: "绑定微信",
  unbind: "解绑微信",
  unbindQuestion: "解绑后要用手机号登录，其他设备会退出登录",
  unbindDone: "已解绑微信",
  unbindFailed: "解绑失败，请重试",
  needsPhone: "绑定手机号后才能解绑",
} as const;
