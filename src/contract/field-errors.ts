/** Validation error of a field: the failed rule of its schema, and the bound that the rule names. */
export interface FieldError {
  rule: string;
  limit?: number;
}

type Verb = "输入" | "选择" | "提供";

/**
 * Labels of the fields. A key is a field's name, its dotted path (list positions left out), or either behind
 * the path of an endpoint and a colon; the most specific key wins.
 */
const fieldLabels: Readonly<Record<string, readonly [verb: Verb, noun: string]>> = {
  // People and accounts
  phone: ["输入", "手机号"],
  contact_phone: ["输入", "联系电话"],
  code: ["输入", "验证码"],
  "wechat/callback:code": ["提供", "微信授权码"],
  "wechat/payer:code": ["提供", "微信授权码"],
  proof: ["提供", "安全验证"],
  state: ["提供", "授权状态"],
  signature: ["提供", "签名"],
  loginType: ["选择", "登录方式"],
  invite_code: ["输入", "邀请码"],
  nickname: ["输入", "昵称"],
  avatar: ["选择", "头像"],
  session_id: ["选择", "登录设备"],
  redirect_uri: ["提供", "返回地址"],
  scope: ["选择", "授权方式"],
  url: ["提供", "页面地址"],
  // Addresses
  recipient: ["输入", "收货人姓名"],
  location: ["选择", "所在地区"],
  details: ["选择", "详细地址"],
  house_number: ["输入", "门牌号"],
  is_default: ["选择", "是否默认地址"],
  poi_info: ["选择", "详细地址"],
  "poi_info.id": ["选择", "地点编号"],
  "poi_info.name": ["选择", "地点名称"],
  "poi_info.address": ["选择", "地点地址"],
  "poi_info.location": ["选择", "地点坐标"],
  "poi_info.adcode": ["选择", "地点区划代码"],
  "poi_info.citycode": ["选择", "地点区号"],
  "poi_info.cityname": ["选择", "地点城市"],
  "poi_info.adname": ["选择", "地点区县"],
  "poi_info.pname": ["选择", "地点省份"],
  "poi_info.type": ["选择", "地点类型"],
  "poi_info.typecode": ["选择", "地点类型代码"],
  address_id: ["选择", "收货地址"],
  "address/update:id": ["选择", "收货地址"],
  "address/delete:id": ["选择", "收货地址"],
  "address/set-default:id": ["选择", "收货地址"],
  city: ["输入", "城市"],
  keyword: ["输入", "关键词"],
  // Restaurants and menus
  lat: ["提供", "纬度"],
  latitude: ["提供", "纬度"],
  lng: ["提供", "经度"],
  longitude: ["提供", "经度"],
  gbCityCode: ["选择", "城市代码"],
  service: ["选择", "用餐方式"],
  "restaurant/detail:id": ["选择", "餐厅"],
  restaurant_id: ["选择", "餐厅"],
  restaurant_name: ["提供", "餐厅名称"],
  restaurant_address: ["提供", "餐厅地址"],
  date: ["选择", "日期"],
  category_id: ["选择", "菜单类别"],
  booking_time: ["选择", "预约时间"],
  menu_version: ["提供", "菜单版本"],
  // Orders
  order_type: ["选择", "用餐方式"],
  items: ["选择", "商品"],
  "items.id": ["选择", "商品"],
  "items.quantity": ["选择", "商品数量"],
  "items.seen_price": ["提供", "商品价格"],
  "items.seen_name": ["提供", "商品名称"],
  table_no: ["输入", "桌号"],
  remark: ["输入", "备注"],
  tableware_count: ["选择", "餐具份数"],
  soldout_policy: ["选择", "缺货处理方式"],
  third_party_order_id: ["提供", "订单号"],
  expected_total: ["提供", "订单金额"],
  client_key: ["提供", "请求标识"],
  order_id: ["选择", "订单"],
  orderId: ["选择", "订单"],
  status: ["选择", "状态"],
  payment_method: ["选择", "支付方式"],
  points_payment: ["输入", "使用的积分"],
  reason: ["输入", "原因"],
  "order/cancel:reason": ["选择", "取消原因"],
  text: ["输入", "补充说明"],
  images: ["选择", "图片"],
  // Money
  points: ["输入", "积分"],
  "card/bind:number": ["输入", "卡号"],
  issue_id: ["选择", "发放批次"],
  pin: ["输入", "密码"],
  amount: ["输入", "金额"],
  count: ["输入", "数量"],
  note: ["输入", "备注"],
  refund_no: ["提供", "退款单号"],
  type: ["选择", "类型"],
  "order/refund:type": ["选择", "退款方式"],
  reason_code: ["选择", "退款原因"],
  restock: ["选择", "是否退回库存"],
  preview: ["选择", "是否预览"],
  withdrawal_id: ["选择", "提现申请"],
  approve: ["选择", "是否同意"],
  // Conversations
  content: ["输入", "内容"],
  image_id: ["选择", "图片"],
  user_id: ["选择", "顾客"],
  userId: ["选择", "顾客"],
  up_to_id: ["提供", "消息编号"],
  before_id: ["提供", "消息编号"],
  after_id: ["提供", "消息编号"],
  limit: ["输入", "条数"],
  filter: ["选择", "筛选条件"],
  action: ["选择", "操作"],
  staff_id: ["选择", "客服"],
  name: ["输入", "姓名"],
  "service_auth/setup:code": ["输入", "一次性代码"],
  role: ["选择", "角色"],
  dismissed: ["选择", "是否已移除"],
  // Staff and admin
  "restaurant/admin/restaurants:restaurant_id": ["输入", "门店编号"],
  "restaurant/admin/restaurants:name": ["输入", "门店名称"],
  "restaurant/admin/restaurants/update:name": ["输入", "门店名称"],
  "restaurant/admin/restaurants:phone": ["输入", "门店电话"],
  "restaurant/admin/restaurants/update:phone": ["输入", "门店电话"],
  version: ["提供", "版本"],
  address: ["输入", "地址"],
  city_code: ["输入", "城市代码"],
  district: ["输入", "区县"],
  week_hours: ["输入", "营业时间"],
  special_days: ["输入", "特殊日期"],
  accepts_orders: ["选择", "是否接受即时订单"],
  delivers: ["选择", "是否配送"],
  delivery_radius: ["输入", "配送半径"],
  delivery_polygon: ["输入", "配送范围"],
  slot_capacity: ["输入", "每个时段可预约的单数"],
  minimum_order: ["输入", "起送价"],
  delivery_fee: ["输入", "配送费"],
  delivery_base_distance: ["输入", "起步距离"],
  delivery_km_fee: ["输入", "每公里加价"],
  free_delivery_from: ["输入", "免配送费金额"],
  delivery_minutes: ["输入", "送达分钟"],
  slot_minutes: ["选择", "时段长度"],
  booking_lead_minutes: ["输入", "提前分钟"],
  booking_days: ["输入", "可预约天数"],
  copy_from: ["选择", "要复制的门店"],
  closed: ["选择", "是否已关店"],
  // Menu of the chain
  "restaurant/admin/menu/categories:category_id": ["选择", "分类"],
  "restaurant/admin/menu/categories/delete:category_id": ["选择", "分类"],
  "restaurant/admin/menu/dishes:category_id": ["选择", "分类"],
  "restaurant/admin/menu/dishes/change:category_id": ["选择", "分类"],
  "restaurant/admin/menu/categories:name": ["输入", "分类名称"],
  "restaurant/admin/menu/dishes:name": ["输入", "菜品名称"],
  "restaurant/admin/menu/dishes:state": ["选择", "状态"],
  category_ids: ["选择", "分类"],
  icon: ["选择", "图标"],
  spu_id: ["选择", "菜品"],
  spu_ids: ["选择", "菜品"],
  description: ["输入", "描述"],
  image: ["选择", "图片"],
  day_parts: ["选择", "供应时段"],
  weekdays: ["选择", "供应星期"],
  sold_from: ["选择", "开始日期"],
  sold_until: ["选择", "结束日期"],
  takeaway: ["选择", "是否外卖"],
  in_store: ["选择", "是否到店"],
  rank: ["输入", "排序"],
  on_sale: ["选择", "是否上架"],
  variants: ["输入", "规格"],
  "variants.dish_id": ["选择", "规格"],
  spec_name: ["输入", "规格名称"],
  price: ["输入", "价格"],
  original_price: ["输入", "原价"],
  price_percent: ["输入", "调价比例"],
  price_amount: ["输入", "调价金额"],
  publish_at: ["选择", "发布时间"],
  restaurant_ids: ["选择", "门店"],
  is_offered: ["选择", "是否供应"],
  // Set-up
  quick: ["选择", "检查范围"],
  "restaurant/admin/checklist/files:name": ["选择", "校验文件"],
  "restaurant/admin/checklist/files:content": ["选择", "校验文件"],
  "restaurant/admin/checklist/files/remove:name": ["选择", "校验文件"],
  // Boards
  to: ["选择", "订单状态"],
  until: ["选择", "截止时间"],
  auto_accept: ["选择", "是否自动接单"],
  dish_id: ["选择", "商品"],
  dish_ids: ["选择", "商品"],
  sold_out: ["选择", "是否售罄"],
  sold_out_until: ["选择", "售罄到什么时候"],
  daily_stock: ["输入", "每天份数"],
  "restaurant/admin/dishes:category_id": ["选择", "分类"],
  mark_sold_out: ["选择", "是否标记售罄"],
  stock: ["输入", "库存"],
  column: ["选择", "看板分栏"],
  decision: ["选择", "缺货处理方式"],
  partner: ["输入", "合作方"],
  title: ["输入", "标题"],
  days: ["输入", "天数"],
  number: ["输入", "餐券号"],
  actor: ["输入", "操作人"],
  target: ["输入", "操作对象"],
  kind: ["选择", "事件类型"],
  ticket: ["提供", "登录凭证"],
  "chat/admin/second-factor/reset:staff_id": ["选择", "管理员"],
  subject: ["输入", "事件对象"],
  network: ["输入", "网络地址"],
  // Lists
  page: ["输入", "页码"],
  pageSize: ["输入", "每页条数"],
  sort: ["选择", "排序项"],
  order: ["选择", "排序方向"],
};

/** Returns the label of a field, undefined if it has none. `endpointPath` is the path after /api/v1/. */
export function findFieldLabel(
  endpointPath: string,
  field: string,
): readonly [verb: Verb, noun: string] | undefined {
  const path = field.replace(/\.\d+(?=\.|$)/g, "");
  const name = path.slice(path.lastIndexOf(".") + 1);
  for (const key of [`${endpointPath}:${path}`, path, name])
    if (Object.hasOwn(fieldLabels, key)) return fieldLabels[key];
  return undefined;
}

/** Formats a validation error as a Chinese sentence that names the field: 请输入城市, 备注不能超过50个字. */
export function formatFieldError(endpointPath: string, field: string, { rule, limit }: FieldError): string {
  const label = findFieldLabel(endpointPath, field);
  if (rule === "additionalProperties") return "提交了不支持的内容";
  if (label === undefined) return "填写的内容有误，请检查后重试";
  const [verb, noun] = label;
  switch (rule) {
    case "required":
    case "minLength":
    case "minItems":
      return `请${verb}${noun}`;
    case "maxLength":
      return `${noun}不能超过${limit}个字`;
    case "maxItems":
      return `${noun}不能超过${limit}项`;
    case "minimum":
      return `${noun}不能小于${limit}`;
    case "maximum":
      return `${noun}不能大于${limit}`;
    case "enum":
      return `${noun}不正确，请重新选择`;
    default:
      return `${noun}格式不正确`;
  }
}
