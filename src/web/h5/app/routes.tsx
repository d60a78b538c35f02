import { appRoute, type PageSource } from "#web/lib/routing/AppRoute.ts";
import { navigationMessages } from "./navigationMessages.ts";

const { titles } = navigationMessages;
const wallet: PageSource = [
  "features/wallet/WalletPage.tsx",
  () => import("../features/wallet/WalletPage.tsx").then((m) => m.WalletPage),
];
const orderDetail: PageSource = [
  "features/order/OrderDetailPage.tsx",
  () => import("../features/order/OrderDetailPage.tsx").then((m) => m.OrderDetailPage),
];

const accountData: PageSource = [
  "features/profile/AccountDataPage.tsx",
  () => import("../features/profile/AccountDataPage.tsx").then((m) => m.AccountDataPage),
];

/** Only the development server shows the samples of the components: a build leaves the page out. */
const samples = import.meta.env.DEV
  ? [
      appRoute("/__ui", titles.samples, "open", "features/samples/SamplesPage.tsx", () =>
        import("../features/samples/SamplesPage.tsx").then((m) => m.SamplesPage),
      ),
    ]
  : [];

/** Routes of the customer app. */
export const h5Routes = [
  appRoute("/", titles.home, "open", "features/home/HomePage.tsx", () =>
    import("../features/home/HomePage.tsx").then((m) => m.HomePage),
  ),
  appRoute("/login", titles.login, "guest", "features/auth/LoginPage.tsx", () =>
    import("../features/auth/LoginPage.tsx").then((m) => m.LoginPage),
  ),
  appRoute("/wechat-callback", titles.login, "open", "features/auth/WechatCallbackPage.tsx", () =>
    import("../features/auth/WechatCallbackPage.tsx").then((m) => m.WechatCallbackPage),
  ),
  appRoute("/profile", titles.profile, "open", "features/profile/ProfilePage.tsx", () =>
    import("../features/profile/ProfilePage.tsx").then((m) => m.ProfilePage),
  ),
  appRoute("/account", titles.account, "customer", "features/profile/AccountPage.tsx", () =>
    import("../features/profile/AccountPage.tsx").then((m) => m.AccountPage),
  ),
  appRoute("/account/data", titles.dataCopies, "customer", ...accountData),
  appRoute("/account/deletion", titles.deleteAccount, "customer", ...accountData),
  appRoute("/account/consent", titles.consent, "customer", "features/legal/ConsentPage.tsx", () =>
    import("../features/legal/ConsentPage.tsx").then((m) => m.ConsentPage),
  ),
  appRoute("/legal", titles.legal, "open", "features/legal/LegalListPage.tsx", () =>
    import("../features/legal/LegalListPage.tsx").then((m) => m.LegalListPage),
  ),
  appRoute("/legal/:name", titles.legal, "open", "features/legal/LegalTextPage.tsx", () =>
    import("../features/legal/LegalTextPage.tsx").then((m) => m.LegalTextPage),
  ),
  appRoute("/takeaway", titles.takeaway, "open", "features/takeaway/TakeawayPage.tsx", () =>
    import("../features/takeaway/TakeawayPage.tsx").then((m) => m.TakeawayPage),
  ),
  appRoute(
    "/address-select",
    titles.addressSelect,
    "customer",
    "features/address/AddressSelectPage.tsx",
    () => import("../features/address/AddressSelectPage.tsx").then((m) => m.AddressSelectPage),
  ),
  appRoute("/takeaway-menu", titles.takeawayMenu, "customer", "features/takeaway/TakeawayMenuPage.tsx", () =>
    import("../features/takeaway/TakeawayMenuPage.tsx").then((m) => m.TakeawayMenuPage),
  ),
  appRoute("/order-confirm", titles.orderConfirm, "open", "features/takeaway/TakeawayCheckoutPage.tsx", () =>
    import("../features/takeaway/TakeawayCheckoutPage.tsx").then((m) => m.TakeawayCheckoutPage),
  ),
  appRoute("/orders", titles.orders, "open", "features/order/OrdersPage.tsx", () =>
    import("../features/order/OrdersPage.tsx").then((m) => m.OrdersPage),
  ),
  appRoute("/order/:id", titles.orderDetail, "open", ...orderDetail),
  appRoute("/order-detail", titles.orderDetail, "open", ...orderDetail),
  appRoute("/self-service", titles.selfService, "open", "features/in-store/SelfServicePage.tsx", () =>
    import("../features/in-store/SelfServicePage.tsx").then((m) => m.SelfServicePage),
  ),
  appRoute("/menu", titles.menu, "open", "features/in-store/InStoreMenuPage.tsx", () =>
    import("../features/in-store/InStoreMenuPage.tsx").then((m) => m.InStoreMenuPage),
  ),
  appRoute("/confirm-order", titles.orderConfirm, "open", "features/in-store/InStoreCheckoutPage.tsx", () =>
    import("../features/in-store/InStoreCheckoutPage.tsx").then((m) => m.InStoreCheckoutPage),
  ),
  appRoute(
    "/customer-service",
    titles.customerService,
    "customer",
    "features/chat/CustomerServicePage.tsx",
    () => import("../features/chat/CustomerServicePage.tsx").then((m) => m.CustomerServicePage),
  ),
  appRoute("/prepaid-order", titles.prepaidOrder, "open", "features/voucher/VoucherOptionsPage.tsx", () =>
    import("../features/voucher/VoucherOptionsPage.tsx").then((m) => m.VoucherOptionsPage),
  ),
  appRoute(
    "/restaurant-select",
    titles.restaurantSelect,
    "open",
    "features/restaurant/RestaurantSelectPage.tsx",
    () => import("../features/restaurant/RestaurantSelectPage.tsx").then((m) => m.RestaurantSelectPage),
  ),
  appRoute(
    "/prepaid-order-confirm",
    titles.prepaidOrderConfirm,
    "open",
    "features/voucher/VoucherCheckoutPage.tsx",
    () => import("../features/voucher/VoucherCheckoutPage.tsx").then((m) => m.VoucherCheckoutPage),
  ),
  appRoute("/points", titles.points, "customer", ...wallet),
  appRoute("/invite", titles.invite, "customer", ...wallet),
  appRoute("/card", titles.card, "customer", ...wallet),
  appRoute("/withdraw", titles.withdraw, "customer", ...wallet),
  appRoute("/invoices", titles.invoices, "customer", "features/invoice/InvoicesPage.tsx", () =>
    import("../features/invoice/InvoicesPage.tsx").then((m) => m.InvoicesPage),
  ),
  ...samples,
  appRoute("*", titles.notFound, "open", "app/NotFoundPage.tsx", () =>
    import("./NotFoundPage.tsx").then((m) => m.NotFoundPage),
  ),
] as const;
