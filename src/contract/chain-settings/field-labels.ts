import type { FieldLabel } from "../field-labels.ts";

/** Labels of the fields of the settings. */
export const settingFieldLabels: Readonly<Record<string, FieldLabel>> = {
  section: ["选择", "设置"],
  "chat/admin/settings:name": ["输入", "品牌名称"],
  slogan: ["输入", "一句话介绍"],
  expected_fee: ["提供", "手续费"],
  value: ["输入", "设置内容"],
  "replies.title": ["输入", "快捷回复的标题"],
  "replies.text": ["输入", "快捷回复的内容"],
  "replies.situation": ["选择", "快捷回复的适用情况"],
  replies: ["输入", "快捷回复"],
  "cancel_reasons.text": ["输入", "取消原因"],
  "cancel_reasons.number": ["提供", "取消原因的编号"],
  cancel_reasons: ["输入", "取消原因"],
  "chat/admin/settings:from": ["输入", "服务开始时间"],
  "chat/admin/settings:to": ["输入", "服务结束时间"],
  refund_requests: ["选择", "门店对退款申请的权限"],
  notices: ["输入", "公告"],
  color: ["选择", "主色"],
  logo: ["选择", "标志"],
  sms_sign: ["输入", "短信签名"],
  "chat/admin/settings:phone": ["输入", "客服电话"],
  offered: ["选择", "顾客是否可以申请发票"],
  card_orders: ["选择", "会员卡支付的订单是否开票"],
};
