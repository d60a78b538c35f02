import type { StaffMember } from "#contract/staff/member/schema.ts";

/** Restaurants of a member that a row of the list names. */
const namedRestaurants = 3;

/** UI copy of the page about members of staff. */
export const staffMemberMessages = {
  failed: "获取员工失败",
  empty: "没有符合条件的员工",
  search: "姓名或手机号",
  add: "添加员工",
  anyRole: "全部角色",
  states: { label: "在职或已移除", working: "在职", dismissed: "已移除" },
  columns: {
    name: "姓名",
    phone: "手机号",
    role: "角色",
    lastLogin: "最近登录",
    sessions: "登录设备",
    acts: "操作",
  },
  self: "（本人）",
  neverLoggedIn: "还没有登录过",
  position: ({ role, restaurants }: StaffMember, roles: Record<StaffMember["role"], string>) => {
    if (role !== "store") return roles[role];
    const names = restaurants.slice(0, namedRestaurants).map(({ name }) => name);
    const more = restaurants.length > namedRestaurants ? ` 等 ${restaurants.length} 家` : "";
    return `${roles[role]} · ${names.length === 0 ? "未安排门店" : `${names.join("、")}${more}`}`;
  },
  edit: "编辑",
  editOf: (name: string) => `编辑 ${name}`,
  dismiss: "移除",
  dismissOf: (name: string) => `移除 ${name}`,
  dismissTitle: (name: string) => `移除 ${name}？`,
  dismissText: "移除后立即在所有设备退出登录，不能再登录工作台。以后可以重新添加。",
  dismissed: (name: string) => `已移除 ${name}`,
  takeBack: "重新添加",
  takeBackOf: (name: string) => `重新添加 ${name}`,
  devices: (count: number) => `${count} 台`,
  sessionsOf: (name: string, count: number) => `${name} 的登录设备，${count} 台`,
  form: {
    addTitle: "添加员工",
    editTitle: (name: string) => `编辑 ${name}`,
    name: "姓名",
    nameMissing: "请输入姓名",
    phone: "手机号",
    role: "角色",
    restaurants: "门店",
    restaurantsHint: "输入门店名称查找，可选多家",
    restaurantsMissing: "请选择门店",
    sessionsEnd: "更改角色或门店后，这位员工需要重新登录。",
    submit: "保存",
    added: (name: string) => `已添加 ${name}`,
    saved: "已保存",
  },
  sessions: {
    title: (name: string) => `${name} 的登录设备`,
    failed: "获取登录设备失败",
    empty: "现在没有设备登录",
    columns: { device: "设备", loggedIn: "登录时间", lastSeen: "最近使用" },
    current: "（本机）",
    endAll: "全部退出登录",
    endOthers: "退出其他设备",
    ended: (count: number) => `已退出 ${count} 台设备`,
  },
} as const;
