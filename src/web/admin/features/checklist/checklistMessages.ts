import type { ChecklistItem } from "#contract/staff/checklist/schema.ts";

/** An item that the server checks, or this browser, whose address the map service compares with the key's. */
export type CheckedItem = Omit<ChecklistItem, "name"> & { name: ChecklistItem["name"] | "maps_browser" };

/** What an item of the checklist is called, and the page on which it is done, if there is one. */
interface ItemText {
  title: string;
  link?: { to: string; text: string };
}

const items: Record<CheckedItem["name"], ItemText> = {
  domain: { title: "域名和 HTTPS" },
  proxy: { title: "反向代理" },
  restaurant: { title: "第一家门店", link: { to: "/admin/restaurants", text: "去开店" } },
  menu: { title: "菜单", link: { to: "/admin/menu", text: "去添加菜品" } },
  staff: { title: "门店员工", link: { to: "/admin/staff", text: "去添加员工" } },
  wechat: { title: "微信公众号" },
  wechat_file: { title: "微信域名校验文件" },
  mini_program: { title: "微信小程序" },
  wechat_pay: { title: "微信支付" },
  wechat_pay_keys: { title: "微信支付公钥和 APIv3 密钥" },
  sms: { title: "短信" },
  maps: { title: "地图" },
  maps_browser: { title: "地图的浏览器密钥" },
  legal: { title: "协议、备案和证照", link: { to: "/admin/settings?section=texts", text: "去填写" } },
  backup: { title: "备份" },
};

const states: Record<ChecklistItem["state"], { text: string; color: string }> = {
  ok: { text: "已就绪", color: "success" },
  todo: { text: "待完成", color: "warning" },
  failed: { text: "有问题", color: "error" },
};

/** UI copy of the set-up's checklist. */
export const checklistMessages = {
  failed: "检查失败，请重试",
  browserKey: {
    none: "请设置 MAPS_BROWSER_KEY",
    silent: "这台电脑的浏览器连不上地图服务，请检查网络，或稍后再试",
    refused: (reason: string) =>
      `地图服务：浏览器密钥不能用${reason && `（${reason}）`}，请检查密钥和它的域名白名单`,
  },
  done: "全部就绪，可以营业了",
  left: (count: number) => `还有 ${count} 项没有就绪`,
  again: "重新检查",
  columns: { item: "项目", state: "状态", problem: "说明", acts: "操作" },
  items,
  states,
  file: {
    title: "域名校验文件",
    hint: "在公众号后台设置网页授权域名时下载的 MP_verify_….txt，上传后在域名的根目录可以访问。",
    upload: "上传文件",
    uploaded: (name: string) => `已上传 ${name}`,
    bad: "请选择公众号后台下载的 .txt 文件",
    remove: "删除",
    removeOf: (name: string) => `删除 ${name}`,
    removed: (name: string) => `已删除 ${name}`,
  },
} as const;
