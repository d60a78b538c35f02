import type { FastifyInstance } from "fastify";
import type { Guard } from "../platform/bind.ts";
import type { Deps } from "../platform/Deps.ts";
import { CustomerDesk } from "./chat/CustomerDesk.ts";
import { chatAdminRoutes } from "./chat/chat-admin.routes.ts";
import { StaffChatService } from "./chat/StaffChatService.ts";
import type { PictureService } from "./file/PictureService.ts";
import { HeadOfficeService } from "./head-office/HeadOfficeService.ts";
import { headOfficeRoutes } from "./head-office/head-office.routes.ts";
import type { OrderService } from "./order/order.service.ts";
import { orderAdminRoutes } from "./order/order-admin.routes.ts";
import { RefundCaseService } from "./payment/RefundCaseService.ts";
import type { RefundRequestService } from "./payment/RefundRequestService.ts";
import { restaurantAdminRoutes } from "./restaurant/restaurant-admin.routes.ts";
import { StoreDeskService } from "./restaurant/StoreDeskService.ts";

/** Puts on the server what only staff call: threads, requests for refunds, the switches of stores, the head office. */
export function bindStaffModules(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  shared: { orders: OrderService; pictures: PictureService; refundRequests: RefundRequestService },
): void {
  const { orders, pictures, refundRequests } = shared;
  chatAdminRoutes(server, guard, {
    chat: new StaffChatService(deps),
    desk: new CustomerDesk(deps, orders),
    pictures,
  });
  orderAdminRoutes(server, guard, new RefundCaseService(deps, refundRequests));
  restaurantAdminRoutes(server, guard, new StoreDeskService(deps));
  headOfficeRoutes(server, guard, new HeadOfficeService(deps));
}
