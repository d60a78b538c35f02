import type { Staff } from "#contract/staff/auth/schema.ts";
import { adminMessages } from "./messages.ts";

/** Navigation link for staff. */
export interface StaffLink {
  to: string;
  label: string;
}

const { titles } = adminMessages;
const links: readonly (StaffLink & { roles: readonly Staff["role"][] })[] = [
  { to: "/admin/customer-service", label: titles.console, roles: ["agent", "admin"] },
  { to: "/admin/orders", label: titles.board, roles: ["store", "admin"] },
  { to: "/admin/order-list", label: titles.orderList, roles: ["agent", "admin"] },
  { to: "/admin/dishes", label: titles.dishes, roles: ["store", "admin"] },
  { to: "/admin/refund-requests", label: titles.storeRequests, roles: ["store", "admin"] },
  { to: "/admin/failed-refunds", label: titles.failedRefunds, roles: ["agent", "admin"] },
  { to: "/admin/withdrawals", label: titles.withdrawals, roles: ["agent", "admin"] },
  { to: "/admin/invoices", label: titles.invoices, roles: ["agent", "admin"] },
  { to: "/admin/figures", label: titles.figures, roles: ["store", "admin"] },
  { to: "/admin/vouchers", label: titles.vouchers, roles: ["admin"] },
  { to: "/admin/cards", label: titles.cards, roles: ["admin"] },
  { to: "/admin/checklist", label: titles.checklist, roles: ["admin"] },
  { to: "/admin/menu", label: titles.menu, roles: ["admin"] },
  { to: "/admin/catalogue", label: titles.catalogue, roles: ["admin"] },
  { to: "/admin/restaurants", label: titles.restaurants, roles: ["admin"] },
  { to: "/admin/staff", label: titles.staff, roles: ["admin"] },
  { to: "/admin/settings", label: titles.settings, roles: ["admin"] },
  { to: "/admin/security", label: titles.security, roles: ["admin"] },
  { to: "/admin/second-factor", label: titles.secondFactor, roles: ["admin"] },
  { to: "/admin/audit", label: titles.audit, roles: ["admin"] },
];

/** Returns the links for a role; none until the role is known. */
export function linksFor(role: Staff["role"] | undefined): readonly StaffLink[] {
  return links.filter(({ roles }) => role !== undefined && roles.includes(role));
}
