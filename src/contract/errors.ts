/** All errors of the API: the code for programs, the HTTP status, and the message for customers. */
export const errors = {
  validation: [400, "填写的内容有误，请检查后重试"],
  unauthenticated: [401, "登录已过期，请重新登录"],
  bad_code: [401, "验证码错误或已过期"],
  second_factor_required: [401, "请用验证器完成第二步验证"],
  bad_factor: [401, "动态验证码错误或已使用"],
  ticket_expired: [401, "登录已超时，请重新获取短信验证码"],
  forbidden: [403, "没有权限进行此操作"],
  not_found: [404, "内容不存在或已被删除"],
  restaurant_not_found: [404, "餐厅信息不存在"],
  method_not_allowed: [405, "不支持这种请求"],
  conflict: [409, "内容已更新，请刷新后重试"],
  key_reused: [409, "请求重复，请刷新后重试"],
  invalid_state: [409, "订单状态已变化，请刷新查看"],
  price_changed: [409, "价格有变动，请确认后再提交"],
  item_unavailable: [409, "部分商品暂不供应"],
  out_of_stock: [409, "部分商品库存不足"],
  quantity_limit: [409, "有商品不足起售份数或超过限购份数，请确认后再提交"],
  slot_full: [409, "该时段已约满，请换个时间"],
  payment_in_progress: [409, "支付正在处理中，请稍候"],
  too_many_unpaid: [409, "您有多笔订单待付款，请先完成支付"],
  payload_too_large: [413, "内容太大，请精简后重试"],
  unsupported_media_type: [415, "不支持的内容格式"],
  restaurant_closed: [422, "餐厅休息中，暂时不能下单"],
  out_of_range: [422, "地址超出配送范围"],
  below_minimum: [422, "未达到起送金额"],
  address_required: [422, "请选择收货地址"],
  address_limit: [422, "地址数量已达上限"],
  consent_required: [422, "需要您同意最新的用户协议和隐私政策，请刷新页面后再试"],
  old_phone_required: [422, "为了账号安全，请先验证原手机号"],
  snapshot_user: [422, "当前页面只能浏览，请点击底部“使用完整服务”，或用手机号登录"],
  openid_required: [422, "请先完成微信授权，再用微信支付"],
  search_failed: [502, "地点搜索失败"],
  sms_failed: [502, "短信服务繁忙，请稍后再试"],
  wechat_failed: [502, "微信服务繁忙，请稍后再试"],
  payment_failed: [502, "支付服务繁忙，请稍后再试"],
  time_unavailable: [422, "该时段不可预约，请换个时间"],
  voucher_expired: [422, "餐券已过期"],
  voucher_used: [409, "餐券已被使用"],
  points_unusable: [422, "积分不足或不能用于此订单"],
  bad_pin: [422, "卡号或密码不正确"],
  card_locked: [429, "密码错误次数过多，请稍后再试"],
  card_taken: [409, "这张卡已被绑定，或您已绑定其他会员卡"],
  card_missing: [422, "请先绑定会员卡"],
  card_insufficient: [422, "会员卡余额不足"],
  invite_invalid: [422, "邀请码无效"],
  withdrawal_limit: [422, "不符合提现规则"],
  rule_broken: [422, "当前条件下不能这样操作"],
  refund_exceeds: [422, "超过了可退的金额或数量"],
  rate_limited: [429, "操作太频繁，请稍后再试"],
  proof_required: [429, "当前获取验证码的人较多，请稍后再试"],
  unavailable: [503, "服务繁忙，请稍后再试"],
  internal: [500, "服务器开小差了，请稍后再试"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** Envelope of every response; on failure `data.error` holds the error code and `data` may hold details. */
export interface ApiEnvelope<Data> {
  code: number;
  msg: string;
  data: Data;
}
