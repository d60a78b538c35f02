import { appRoute } from "#web/shared/routing/AppRoute.ts";
import { messages } from "./messages.ts";

const { titles } = messages;
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
  appRoute("/admin", titles.console, "staff", () =>
    import("./pages/AdminStartPage.tsx").then((m) => m.AdminStartPage),
  ),
  appRoute("/admin/*", titles.notFound, "staff", () =>
    import("./pages/StaffNotFoundPage.tsx").then((m) => m.StaffNotFoundPage),
  ),
] as const;
