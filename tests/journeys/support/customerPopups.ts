import type { Phone } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { movePointsOf } from "../../../scripts/lib/wallet.ts";
import { createCart, shrimpRice } from "./cart.ts";
import { createPhoto, customerId } from "./chat.ts";
import { type Customer, createToken, storageState } from "./customer.ts";
import { createCompletedOrder, requestInvoice } from "./invoices.ts";
import { at, button, type Popup } from "./popups.ts";
import { createPaidOrder } from "./staff.ts";

interface PopupContext {
  environment: TestEnvironment;
  customer: Customer;
}

/** A popup of the pages of customers; what it needs is created for the customer of the context. */
export interface CustomerPopup extends Omit<Popup, "path"> {
  path: (context: PopupContext) => string | Promise<string>;
}

/** Opens the page of a popup on a phone of the customer, as far as before the opener. */
export async function openPopupPage(context: PopupContext, popup: CustomerPopup): Promise<Phone> {
  const { environment, customer } = context;
  // Another session, which can be ended.
  await createToken(environment, `journey${customer.phone}`);
  const storage = storageState(environment, {
    token: customer.token,
    takeawayCart: createCart([shrimpRice]),
  });
  const phone = await environment.phone({
    storage,
    ...(popup.isLocationDenied && { position: null }),
  });
  await phone.open(await popup.path(context));
  await popup.prepare?.(phone);
  return phone;
}

const openCompletedOrder = async ({ environment, customer }: PopupContext) =>
  `/order/${await createCompletedOrder(environment, customer)}`;

/** Keeps a title; returns the page where another invoice can be asked for. */
async function openInvoiceForm({ environment, customer }: PopupContext): Promise<string> {
  await requestInvoice(environment, customer, await createCompletedOrder(environment, customer));
  return `/invoices?order_id=${await createCompletedOrder(environment, customer)}`;
}

/** Gives a restaurant a licence, whose file nobody asks for here; returns the path of its menu. */
async function openRestaurantWithLicence({ environment }: PopupContext): Promise<string> {
  const image = "/api/v1/files/restaurants/none/512.webp";
  const licence = JSON.stringify({ image, width: 1024, height: 768, number: "" });
  await environment.queryRows(
    "update restaurants set business_licence = $1 where id = 'SH002' returning id",
    [licence],
  );
  return "/menu?restaurant_id=SH002";
}

/** Every popup of the pages of customers that opens by a tap, with its name. */
export const customerPopups: [string, CustomerPopup][] = [
  [
    "city",
    {
      path: at("/restaurant-select"),
      opener: button(/^(点击定位|北京)$/),
      name: "选择城市",
      isLocationDenied: true,
    },
  ],
  [
    "saved title of an invoice",
    {
      path: openInvoiceForm,
      opener: button(/^删除抬头/),
      role: "alertdialog",
      name: /^删除常用抬头/,
    },
  ],
  ["booking time", { path: at("/menu?restaurant_id=SH001"), opener: button(/预约时间/), name: "预约时间" }],
  ["dish", { path: at("/takeaway-menu"), opener: button(/^查看滑蛋虾仁饭/), name: shrimpRice.name }],
  [
    "dish with variants",
    {
      path: at("/takeaway-menu"),
      prepare: ({ page }) => page.getByRole("searchbox", { name: "搜索商品" }).fill("招牌卤肉饭"),
      opener: button("查看招牌卤肉饭"),
      name: "招牌卤肉饭",
    },
  ],
  ["cart", { path: at("/takeaway-menu"), opener: button(/^购物车/), name: "购物车" }],
  ["new address", { path: at("/address-select"), opener: button("新增地址"), name: "添加地址" }],
  [
    "search of a place",
    {
      path: at("/address-select"),
      prepare: (phone) => phone.button("新增地址").click(),
      opener: (page) => page.getByRole("textbox", { name: "详细地址" }),
      name: "搜索地址",
    },
  ],
  [
    "removal of an address",
    {
      path: at("/address-select"),
      prepare: (phone) => phone.button(/^编辑/).first().click(),
      opener: button("删除"),
      role: "alertdialog",
      name: "确定删除这个地址吗？",
    },
  ],
  [
    "pictures of a restaurant",
    {
      path: openRestaurantWithLicence,
      opener: button(/门店照片和证照$/),
      name: "门店信息",
    },
  ],
  ["profile", { path: at("/profile"), opener: button("编辑资料"), name: "编辑资料" }],
  [
    "logout",
    { path: at("/profile"), opener: button("退出登录"), role: "alertdialog", name: "确定退出登录吗？" },
  ],
  ["phone number", { path: at("/account"), opener: button("更换手机号"), name: "更换手机号" }],
  [
    "deletion of the account",
    { path: at("/account/deletion"), opener: button("申请注销"), name: "注销账号" },
  ],
  [
    "end of all other sessions",
    {
      path: at("/account"),
      opener: button("退出其他所有设备"),
      role: "alertdialog",
      name: "除本机外，其他设备都要重新登录",
    },
  ],
  [
    "end of one other session",
    {
      path: at("/account"),
      opener: button(/^退出 /),
      role: "alertdialog",
      name: /的登录？$/,
    },
  ],
  [
    "withdrawal",
    {
      path: async ({ environment, customer }) => {
        await movePointsOf(environment, customerId(customer), { type: "invite", delta: 3_000 });
        return "/withdraw";
      },
      prepare: (phone) => phone.button("全部").click(),
      opener: button("下一步"),
      name: "确认提现",
    },
  ],
  ["poster", { path: at("/invite"), opener: button("查看海报"), name: "邀请海报" }],
  [
    "cancellation",
    {
      path: async ({ environment, customer }) =>
        `/order/${(await createPaidOrder(environment, customer)).id}`,
      opener: button("取消订单"),
      name: "取消订单",
    },
  ],
  ["refund", { path: openCompletedOrder, opener: button("申请退款"), name: "申请退款" }],
  [
    "image",
    {
      path: at("/customer-service"),
      prepare: async ({ page }) =>
        page.getByLabel("图片", { exact: true }).setInputFiles(await createPhoto(300, 200)),
      opener: button("查看我发送的图片"),
      name: "查看图片",
    },
  ],
];
