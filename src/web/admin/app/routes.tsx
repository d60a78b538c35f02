import { appRoute, type PageSource } from "#web/lib/routing/AppRoute.ts";
import { adminMessages } from "./messages.ts";

const { titles } = adminMessages;
const login: PageSource = [
  "features/login/StaffLoginPage.tsx",
  () => import("../features/login/StaffLoginPage.tsx").then((m) => m.StaffLoginPage),
];

/** Routes of the staff app; `/admin-login` is an alias of its login page. */
export const adminRoutes = [
  appRoute("/admin/login", titles.login, "staffGuest", ...login),
  appRoute("/admin-login", titles.login, "staffGuest", ...login),
  appRoute("/admin/setup", titles.setup, "staffGuest", "features/login/StaffSetupPage.tsx", () =>
    import("../features/login/StaffSetupPage.tsx").then((m) => m.StaffSetupPage),
  ),
  appRoute("/admin/customer-service", titles.console, "staff", "features/console/ConsolePage.tsx", () =>
    import("../features/console/ConsolePage.tsx").then((m) => m.ConsolePage),
  ),
  appRoute("/admin/orders", titles.board, "staff", "features/board/OrderBoardPage.tsx", () =>
    import("../features/board/OrderBoardPage.tsx").then((m) => m.OrderBoardPage),
  ),
  appRoute("/admin/dishes", titles.dishes, "staff", "features/dishes/DishesPage.tsx", () =>
    import("../features/dishes/DishesPage.tsx").then((m) => m.DishesPage),
  ),
  appRoute("/admin/figures", titles.figures, "staff", "features/figures/FiguresPage.tsx", () =>
    import("../features/figures/FiguresPage.tsx").then((m) => m.FiguresPage),
  ),
  appRoute("/admin/vouchers", titles.vouchers, "staff", "features/vouchers/VouchersPage.tsx", () =>
    import("../features/vouchers/VouchersPage.tsx").then((m) => m.VouchersPage),
  ),
  appRoute("/admin/cards", titles.cards, "staff", "features/member-cards/MemberCardsPage.tsx", () =>
    import("../features/member-cards/MemberCardsPage.tsx").then((m) => m.MemberCardsPage),
  ),
  appRoute(
    "/admin/withdrawals",
    titles.withdrawals,
    "staff",
    "features/withdrawals/WithdrawalsPage.tsx",
    () => import("../features/withdrawals/WithdrawalsPage.tsx").then((m) => m.WithdrawalsPage),
  ),
  appRoute("/admin/invoices", titles.invoices, "staff", "features/invoices/InvoicesPage.tsx", () =>
    import("../features/invoices/InvoicesPage.tsx").then((m) => m.InvoicesPage),
  ),
  appRoute("/admin/order-list", titles.orderList, "staff", "features/order-list/OrderListPage.tsx", () =>
    import("../features/order-list/OrderListPage.tsx").then((m) => m.OrderListPage),
  ),
  appRoute(
    "/admin/failed-refunds",
    titles.failedRefunds,
    "staff",
    "features/refund/FailedRefundsPage.tsx",
    () => import("../features/refund/FailedRefundsPage.tsx").then((m) => m.FailedRefundsPage),
  ),
  appRoute(
    "/admin/refund-requests",
    titles.storeRequests,
    "staff",
    "features/refund/RefundRequestsPage.tsx",
    () => import("../features/refund/RefundRequestsPage.tsx").then((m) => m.RefundRequestsPage),
  ),
  appRoute("/admin/catalogue", titles.catalogue, "staff", "features/catalogue/CataloguePage.tsx", () =>
    import("../features/catalogue/CataloguePage.tsx").then((m) => m.CataloguePage),
  ),
  appRoute("/admin/checklist", titles.checklist, "staff", "features/checklist/ChecklistPage.tsx", () =>
    import("../features/checklist/ChecklistPage.tsx").then((m) => m.ChecklistPage),
  ),
  appRoute("/admin/menu", titles.menu, "staff", "features/menu/MenuPage.tsx", () =>
    import("../features/menu/MenuPage.tsx").then((m) => m.MenuPage),
  ),
  appRoute(
    "/admin/restaurants",
    titles.restaurants,
    "staff",
    "features/restaurants/RestaurantsPage.tsx",
    () => import("../features/restaurants/RestaurantsPage.tsx").then((m) => m.RestaurantsPage),
  ),
  appRoute("/admin/staff", titles.staff, "staff", "features/staff-members/StaffMembersPage.tsx", () =>
    import("../features/staff-members/StaffMembersPage.tsx").then((m) => m.StaffMembersPage),
  ),
  appRoute("/admin/settings", titles.settings, "staff", "features/settings/SettingsPage.tsx", () =>
    import("../features/settings/SettingsPage.tsx").then((m) => m.SettingsPage),
  ),
  appRoute("/admin/security", titles.security, "staff", "features/security/SecurityPage.tsx", () =>
    import("../features/security/SecurityPage.tsx").then((m) => m.SecurityPage),
  ),
  appRoute(
    "/admin/second-factor",
    titles.secondFactor,
    "staff",
    "features/second-factor/SecondFactorPage.tsx",
    () => import("../features/second-factor/SecondFactorPage.tsx").then((m) => m.SecondFactorPage),
  ),
  appRoute("/admin/audit", titles.audit, "staff", "features/audit/AuditPage.tsx", () =>
    import("../features/audit/AuditPage.tsx").then((m) => m.AuditPage),
  ),
  appRoute("/admin", titles.console, "staff", "app/AdminStartPage.tsx", () =>
    import("./AdminStartPage.tsx").then((m) => m.AdminStartPage),
  ),
  appRoute("/admin/*", titles.notFound, "staff", "app/StaffNotFoundPage.tsx", () =>
    import("./StaffNotFoundPage.tsx").then((m) => m.StaffNotFoundPage),
  ),
] as const;
