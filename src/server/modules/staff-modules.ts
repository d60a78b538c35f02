import type { FastifyInstance } from "fastify";
import type { Guard } from "../platform/bind.ts";
import type { Deps } from "../platform/Deps.ts";
import type { SweeperJob } from "../platform/Sweeper.ts";
import { CustomerProfileService } from "./chat/CustomerDesk.ts";
import { CustomerPhoneService } from "./chat/CustomerPhoneDesk.ts";
import { staffChatRoutes } from "./chat/chat-admin.routes.ts";
import { StaffChatService } from "./chat/StaffChatService.ts";
import type { PrivateImageService } from "./file/PictureService.ts";
import type { DebugLinkService } from "./head-office/DebugLinks.ts";
import { AdminService } from "./head-office/HeadOfficeService.ts";
import { adminRoutes } from "./head-office/head-office.routes.ts";
import { SecurityService } from "./head-office/SecurityDesk.ts";
import type { OrderService } from "./order/order.service.ts";
import { staffOrderRoutes } from "./order/order-admin.routes.ts";
import { FailedRefundService } from "./payment/FailedRefundService.ts";
import { RefundReviewService } from "./payment/RefundCaseService.ts";
import type { RefundRequestService } from "./payment/RefundRequestService.ts";
import type { RefundServices } from "./payment/refund-services.ts";
import { SoldoutService } from "./payment/SoldoutService.ts";
import { restaurantSettingsRoutes } from "./restaurant/restaurant-admin.routes.ts";
import { RestaurantSettingsService } from "./restaurant/StoreDeskService.ts";
import { SecondFactorAdminService } from "./staff/FactorDesk.ts";
import type { AccountMergeService } from "./user/PhoneBinding.ts";

/** Puts on the server what only staff call: threads, requests for refunds, the switches of stores, the head office. Answers its jobs. */
export function registerStaffModules(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  shared: {
    orders: OrderService;
    images: PrivateImageService;
    refundRequests: RefundRequestService;
    refundServices: RefundServices;
    debugLinks: DebugLinkService;
    phones: AccountMergeService;
  },
): SweeperJob[] {
  const { orders, images, refundRequests, refundServices } = shared;
  staffChatRoutes(server, guard, {
    chat: new StaffChatService(deps),
    profiles: new CustomerProfileService(deps, orders),
    phones: new CustomerPhoneService(deps, shared.phones),
    images,
  });
  staffOrderRoutes(server, guard, {
    refundReviews: new RefundReviewService(deps, refundRequests),
    failedRefunds: new FailedRefundService(deps, refundServices),
    soldouts: new SoldoutService(deps, refundServices.refunds),
  });
  restaurantSettingsRoutes(server, guard, new RestaurantSettingsService(deps));
  const { debugLinks } = shared;
  const security = new SecurityService(deps);
  const factors = new SecondFactorAdminService(deps);
  adminRoutes(server, guard, { admin: new AdminService(deps), security, factors, debugLinks });
  return [{ name: "security", everyMs: 2_000, run: () => security.sweep() }];
}
