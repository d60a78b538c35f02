import { type Brand, initialBrand } from "./brand.ts";
import { type CancelReason, initialCancelReasons } from "./cancel-reasons.ts";
import { initialMenuNotices } from "./menu-notices.ts";
import { initialNumbers, type NumbersOf } from "./number-settings.ts";

/** Situations of an order in which a canned reply is offered. */
export const replySituations = ["any", "paid", "in_kitchen", "delivering", "handed_over", "refund"] as const;
export type ReplySituation = (typeof replySituations)[number];

/** A reply that agents insert by a slash. Its text may hold `replyPlaceholders`. */
export interface CannedReplySetting {
  title: string;
  text: string;
  /** The situation of the order that the reply is about; a text without placeholders is offered without an order too. */
  situation: ReplySituation;
}

/** What a canned reply fills in from an order. */
export const orderPlaceholders = ["{门店}", "{订单号}", "{订单进度}", "{退款进度}"] as const;
/** What a canned reply fills in. */
export const replyPlaceholders = ["{品牌}", ...orderPlaceholders] as const;

/** What restaurants may do about refund requests of their own orders. */
export const storeRefundRequests = ["none", "see", "answer"] as const;

/** The chain's own rules and figures, by the section in which they are edited. Amounts in fen. */
export interface ChainSettings {
  brand: Brand;
  service: {
    /** Start and end of the hours in which staff answer, `HH:mm`, Asia/Shanghai; the end may be 24:00. */
    from: string;
    to: string;
    /** Number that customers may call; "" for none. */
    phone: string;
    replies: CannedReplySetting[];
  };
  orders: NumbersOf<"orders"> & { cancel_reasons: CancelReason[] };
  points: NumbersOf<"points">;
  invites: NumbersOf<"invites">;
  withdrawals: NumbersOf<"withdrawals">;
  delivery: NumbersOf<"delivery">;
  booking: NumbersOf<"booking">;
  refunds: NumbersOf<"refunds">;
  menu: {
    /** Short notices above the dishes, in their order; none shows no bar. */
    notices: string[];
  };
  invoices: NumbersOf<"invoices"> & {
    /** Whether customers can ask for invoices. */
    offered: boolean;
    /** Whether orders paid by member card get one too: not where the card got one when it was sold. */
    card_orders: boolean;
  };
  /** Registrations and licences of the chain that a site must show. */
  legal: {
    /** Number of the ICP filing, such as 沪ICP备12345678号-1; "" for none. */
    icp: string;
    /** Number of the registration with the police, such as 沪公网安备31010402000001号; "" for none. */
    police: string;
    /** What minors and their guardians should know. */
    minors: string;
    /** URLs of uploaded pictures; "" for none. */
    business_licence: string;
    food_licence: string;
  };
  restaurants: {
    refund_requests: (typeof storeRefundRequests)[number];
    reject_orders: boolean;
    auto_accept: boolean;
  };
}

export type SettingsSection = keyof ChainSettings;
export const settingsSections = [
  "brand",
  "delivery",
  "booking",
  "orders",
  "points",
  "invites",
  "withdrawals",
  "refunds",
  "menu",
  "invoices",
  "service",
  "legal",
  "restaurants",
] as const satisfies readonly SettingsSection[];

/** Sections about money and rights: a save asks an admin with a second factor for its code. */
export const confirmedSections: readonly SettingsSection[] = [
  "points",
  "invites",
  "withdrawals",
  "refunds",
  "restaurants",
];

/** What holds until the head office sets something else. */
export const initialSettings: ChainSettings = {
  brand: initialBrand,
  service: {
    from: "09:00",
    to: "22:00",
    phone: "",
    replies: [
      { title: "问候", text: "您好，我是{品牌}客服，请问有什么可以帮您？", situation: "any" },
      { title: "订单进度", text: "您在{门店}的订单 {订单号} {订单进度}", situation: "any" },
      {
        title: "催单",
        text: "已经为您催促{门店}，订单 {订单号} 会尽快处理，给您添麻烦了。",
        situation: "in_kitchen",
      },
      { title: "催单", text: "已经为您催促订单 {订单号} 的配送，给您添麻烦了。", situation: "delivering" },
      { title: "退款说明", text: "订单 {订单号} {退款进度}", situation: "refund" },
      {
        title: "漏送道歉",
        text: "非常抱歉，{门店}的订单 {订单号} 给您带来了不好的体验。请告诉我们少了哪些商品，我们马上为您处理。",
        situation: "handed_over",
      },
      {
        title: "请补充图片",
        text: "方便的话，请拍一张餐品的照片发给我们，便于更快为您处理。",
        situation: "any",
      },
      { title: "核实中", text: "我正在和门店核实，请您稍等几分钟，有结果会马上回复您。", situation: "any" },
      {
        title: "发票",
        text: "订单完成后，可以在订单详情里申请电子发票，开好后在“我的发票”里查看。",
        situation: "paid",
      },
      { title: "结束语", text: "感谢您的反馈，祝您生活愉快！如果还有问题，随时联系我们。", situation: "any" },
    ],
  },
  orders: { ...initialNumbers("orders"), cancel_reasons: [...initialCancelReasons] },
  points: initialNumbers("points"),
  invites: initialNumbers("invites"),
  withdrawals: initialNumbers("withdrawals"),
  delivery: initialNumbers("delivery"),
  booking: initialNumbers("booking"),
  refunds: initialNumbers("refunds"),
  menu: { notices: [...initialMenuNotices] },
  invoices: { offered: true, ...initialNumbers("invoices"), card_orders: false },
  legal: {
    icp: "",
    police: "",
    minors: "未成年人请在监护人陪同下阅读以上文本并使用本服务；未满十四周岁的儿童，由监护人代为下单。",
    business_licence: "",
    food_licence: "",
  },
  restaurants: { refund_requests: "see", reject_orders: true, auto_accept: true },
};
