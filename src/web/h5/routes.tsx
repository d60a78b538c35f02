import { appRoute } from "#web/shared/routing/AppRoute.ts";
import { homeMessages } from "./homeMessages.ts";

const { titles } = homeMessages;
const wallet = () => import("./pages/WalletPage.tsx").then((m) => m.WalletPage);
const orderDetail = () => import("./pages/OrderDetailPage.tsx").then((m) => m.OrderDetailPage);

/** Every screen of the customer's app (specification, section 2). */
export const h5Routes = [
  appRoute("/", titles.home, "open", () => import("./pages/HomePage.tsx").then((m) => m.HomePage)),
  appRoute("/login", titles.login, "guest", () => import("./pages/LoginPage.tsx").then((m) => m.LoginPage)),
  appRoute("/wechat-callback", titles.login, "open", () =>
    import("./pages/WechatCallbackPage.tsx").then((m) => m.WechatCallbackPage),
  ),
  appRoute("/profile", titles.profile, "open", () =>
    import("./pages/ProfilePage.tsx").then((m) => m.ProfilePage),
  ),
  appRoute("/account", titles.account, "customer", () =>
    import("./pages/AccountPage.tsx").then((m) => m.AccountPage),
  ),
  appRoute("/takeaway", titles.takeaway, "open", () =>
    import("./pages/TakeawayPage.tsx").then((m) => m.TakeawayPage),
  ),
  appRoute("/address-select", titles.addressSelect, "customer", () =>
    import("./pages/AddressSelectPage.tsx").then((m) => m.AddressSelectPage),
  ),
  appRoute("/takeaway-menu", titles.takeawayMenu, "customer", () =>
    import("./pages/TakeawayMenuPage.tsx").then((m) => m.TakeawayMenuPage),
  ),
  appRoute("/order-confirm", titles.orderConfirm, "open", () =>
    import("./pages/OrderConfirmPage.tsx").then((m) => m.TakeawayCheckoutPage),
  ),
  appRoute("/orders", titles.orders, "open", () =>
    import("./pages/OrdersPage.tsx").then((m) => m.OrdersPage),
  ),
  appRoute("/order/:id", titles.orderDetail, "open", orderDetail),
  appRoute("/order-detail", titles.orderDetail, "open", orderDetail),
  appRoute("/self-service", titles.selfService, "open", () =>
    import("./pages/SelfServicePage.tsx").then((m) => m.SelfServicePage),
  ),
  appRoute("/menu", titles.menu, "open", () => import("./pages/MenuPage.tsx").then((m) => m.InStoreMenuPage)),
  appRoute("/confirm-order", titles.orderConfirm, "open", () =>
    import("./pages/ConfirmOrderPage.tsx").then((m) => m.InStoreCheckoutPage),
  ),
  appRoute("/customer-service", titles.customerService, "customer", () =>
    import("./pages/CustomerServicePage.tsx").then((m) => m.CustomerServicePage),
  ),
  appRoute("/prepaid-order", titles.prepaidOrder, "open", () =>
    import("./pages/PrepaidOrderPage.tsx").then((m) => m.VoucherOptionsPage),
  ),
  appRoute("/restaurant-select", titles.restaurantSelect, "open", () =>
    import("./pages/RestaurantSelectPage.tsx").then((m) => m.RestaurantSelectPage),
  ),
  appRoute("/prepaid-order-confirm", titles.prepaidOrderConfirm, "open", () =>
    import("./pages/PrepaidOrderConfirmPage.tsx").then((m) => m.VoucherCheckoutPage),
  ),
  appRoute("/points", titles.points, "customer", wallet),
  appRoute("/invite", titles.invite, "customer", wallet),
  appRoute("/card", titles.card, "customer", wallet),
  appRoute("/withdraw", titles.withdraw, "customer", wallet),
  appRoute("*", titles.notFound, "open", () =>
    import("./pages/NotFoundPage.tsx").then((m) => m.NotFoundPage),
  ),
] as const;
