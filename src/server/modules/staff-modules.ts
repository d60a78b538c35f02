import type { FastifyInstance } from "fastify";
import type { Guard } from "../platform/bind.ts";
import type { Deps } from "../platform/Deps.ts";
import type { SweeperJob } from "../platform/Sweeper.ts";
import { CustomerDesk } from "./chat/CustomerDesk.ts";
import { CustomerPhoneDesk } from "./chat/CustomerPhoneDesk.ts";
import { chatAdminRoutes } from "./chat/chat-admin.routes.ts";
import { StaffChatService } from "./chat/StaffChatService.ts";
import type { PictureService } from "./file/PictureService.ts";
import type { DebugLinks } from "./head-office/DebugLinks.ts";
import { HeadOfficeService } from "./head-office/HeadOfficeService.ts";
import { headOfficeRoutes } from "./head-office/head-office.routes.ts";
import { SecurityDesk } from "./head-office/SecurityDesk.ts";
import type { OrderService } from "./order/order.service.ts";
import { orderAdminRoutes } from "./order/order-admin.routes.ts";
import { FailedRefundService } from "./payment/FailedRefundService.ts";
import { RefundCaseService } from "./payment/RefundCaseService.ts";
import type { RefundRequestService } from "./payment/RefundRequestService.ts";
import type { RefundParts } from "./payment/refund-services.ts";
import { SoldoutService } from "./payment/SoldoutService.ts";
import { restaurantAdminRoutes } from "./restaurant/restaurant-admin.routes.ts";
import { StoreDeskService } from "./restaurant/StoreDeskService.ts";
import { FactorDesk } from "./staff/FactorDesk.ts";
import type { PhoneBinding } from "./user/PhoneBinding.ts";

/** Puts on the server what only staff call: threads, requests for refunds, the switches of stores, the head office. Answers its jobs. */
export function bindStaffModules(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  shared: {
    orders: OrderService;
    pictures: PictureService;
    refundRequests: RefundRequestService;
    refundParts: RefundParts;
    debugLinks: DebugLinks;
    phones: PhoneBinding;
  },
): SweeperJob[] {
  const { orders, pictures, refundRequests, refundParts } = shared;
  chatAdminRoutes(server, guard, {
    chat: new StaffChatService(deps),
    desk: new CustomerDesk(deps, orders),
    phones: new CustomerPhoneDesk(deps, shared.phones),
    pictures,
  });
  orderAdminRoutes(server, guard, {
    cases: new RefundCaseService(deps, refundRequests),
    failed: new FailedRefundService(deps, refundParts),
    soldouts: new SoldoutService(deps, refundParts.refunds),
  });
  restaurantAdminRoutes(server, guard, new StoreDeskService(deps));
  const { debugLinks } = shared;
  const security = new SecurityDesk(deps);
  const factors = new FactorDesk(deps);
  headOfficeRoutes(server, guard, { office: new HeadOfficeService(deps), security, factors, debugLinks });
  return [{ name: "security", everyMs: 2_000, run: () => security.sweep() }];
}
