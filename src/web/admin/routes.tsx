import { appRoute } from "#web/shared/routing/AppRoute.ts";
import { adminMessages } from "./messages.ts";

const { titles } = adminMessages;
const login = () => import("./pages/StaffLoginPage.tsx").then((m) => m.StaffLoginPage);

/** Every screen of the staff's app; `/admin-login` is the other spelling of its login page. */
export const adminRoutes = [
  appRoute("/admin/login", titles.login, "staffGuest", login),
  appRoute("/admin-login", titles.login, "staffGuest", login),
  appRoute("/admin/customer-service", titles.console, "staff", () =>
    import("./pages/ConsolePage.tsx").then((m) => m.ConsolePage),
  ),
  appRoute("/admin/orders", titles.board, "staff", () =>
    import("./pages/OrderBoardPage.tsx").then((m) => m.OrderBoardPage),
  ),
  appRoute("/admin/dishes", titles.dishes, "staff", () =>
    import("./pages/DishesPage.tsx").then((m) => m.DishesPage),
  ),
  appRoute("/admin/vouchers", titles.vouchers, "staff", () =>
    import("./pages/VouchersPage.tsx").then((m) => m.VouchersPage),
  ),
  appRoute("/admin/cards", titles.cards, "staff", () =>
    import("./pages/CardsPage.tsx").then((m) => m.MemberCardsPage),
  ),
  appRoute("/admin/withdrawals", titles.withdrawals, "staff", () =>
    import("./pages/WithdrawalsPage.tsx").then((m) => m.WithdrawalsPage),
  ),
  appRoute("/admin/failed-refunds", titles.failedRefunds, "staff", () =>
    import("./pages/FailedRefundsPage.tsx").then((m) => m.FailedRefundsPage),
  ),
  appRoute("/admin/refund-requests", titles.storeRequests, "staff", () =>
    import("./pages/StoreRequestsPage.tsx").then((m) => m.RefundRequestsPage),
  ),
  appRoute("/admin/security", titles.security, "staff", () =>
    import("./pages/SecurityPage.tsx").then((m) => m.SecurityPage),
  ),
  appRoute("/admin/second-factor", titles.secondFactor, "staff", () =>
    import("./pages/SecondFactorPage.tsx").then((m) => m.SecondFactorPage),
  ),
  appRoute("/admin/audit", titles.audit, "staff", () =>
    import("./pages/AuditPage.tsx").then((m) => m.AuditPage),
  ),
  appRoute("/admin", titles.console, "staff", () =>
    import("./pages/AdminStartPage.tsx").then((m) => m.AdminStartPage),
  ),
  appRoute("/admin/*", titles.notFound, "staff", () =>
    import("./pages/StaffNotFoundPage.tsx").then((m) => m.StaffNotFoundPage),
  ),
] as const;
