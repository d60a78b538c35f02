import type { FastifyInstance } from "fastify";
import type { Deps } from "../platform/Deps.ts";
import type { Guard } from "../platform/http/register-endpoints.ts";
import type { SweeperJob } from "../platform/jobs/Sweeper.ts";
import type { WorkbookReader } from "../platform/spreadsheets/WorkbookReader.ts";
import { adminRoutes } from "./admin/admin.routes.ts";
import { AdminService } from "./admin/admin.service.ts";
import type { DebugLinkService } from "./admin/debug-link.service.ts";
import { SecurityService } from "./admin/security.service.ts";
import { catalogueRoutes } from "./catalogue/catalogue.routes.ts";
import { CatalogueService } from "./catalogue/catalogue.service.ts";
import { PictureExportService } from "./catalogue/picture-export.service.ts";
import { PictureImportService } from "./catalogue/picture-import.service.ts";
import { CustomerPhoneService } from "./chat/customer-phone.service.ts";
import { CustomerProfileService } from "./chat/customer-profile.service.ts";
import { staffChatRoutes } from "./chat/staff-chat.routes.ts";
import { StaffChatService } from "./chat/staff-chat.service.ts";
import { checklistRoutes } from "./checklist/checklist.routes.ts";
import { ChecklistService } from "./checklist/checklist.service.ts";
import { ChainFiguresService } from "./figures/chain-figures.service.ts";
import { figureFileRoutes } from "./figures/figure-file.routes.ts";
import { FigureTablesService } from "./figures/figure-tables.service.ts";
import { FiguresJob } from "./figures/figures.jobs.ts";
import { figuresRoutes } from "./figures/figures.routes.ts";
import { FiguresService } from "./figures/figures.service.ts";
import type { PrivateImageService } from "./file/private-image.service.ts";
import { restaurantPictureRoutes } from "./file/restaurant-picture.routes.ts";
import type { SizedImageService } from "./file/sized-image.service.ts";
import { listFileRoutes } from "./list-files/list-files.routes.ts";
import { ListFilesService } from "./list-files/list-files.service.ts";
import { DishOfferService } from "./menu/dish-offer.service.ts";
import { dishSettingsRoutes } from "./menu/dish-settings.routes.ts";
import { DishSettingsService } from "./menu/dish-settings.service.ts";
import { menuAdminRoutes } from "./menu/menu-admin.routes.ts";
import { MenuCategoryService } from "./menu/menu-category.service.ts";
import { MenuDraftService } from "./menu/menu-draft.service.ts";
import { MenuPublishService } from "./menu/menu-publish.service.ts";
import type { OrderService } from "./order/order.service.ts";
import { orderListRoutes } from "./order/order-list.routes.ts";
import { OrderListService } from "./order/order-list.service.ts";
import type { OrderStateService } from "./order/order-state.service.ts";
import { PlaceSearchService } from "./place/place-search.service.ts";
import { FailedRefundService } from "./refund/failed-refund.service.ts";
import type { RefundServices } from "./refund/refund.factory.ts";
import { countOpen } from "./refund/refund-request.repository.ts";
import type { RefundRequestService } from "./refund/refund-request.service.ts";
import { RefundReviewService } from "./refund/refund-review.service.ts";
import { SoldoutService } from "./refund/soldout.service.ts";
import { staffRefundRoutes } from "./refund/staff-refund.routes.ts";
import { restaurantAdminRoutes } from "./restaurant/restaurant-admin.routes.ts";
import { RestaurantAdminService } from "./restaurant/restaurant-admin.service.ts";
import { RestaurantPicturesService } from "./restaurant/restaurant-pictures.service.ts";
import { restaurantSettingsRoutes } from "./restaurant/restaurant-settings.routes.ts";
import { RestaurantSettingsService } from "./restaurant/restaurant-settings.service.ts";
import { SecondFactorAdminService } from "./staff/second-factor-admin.service.ts";
import { staffMemberRoutes } from "./staff/staff-member.routes.ts";
import { StaffMemberService } from "./staff/staff-member.service.ts";
import type { AccountMergeService } from "./user/account-merge.service.ts";

/**
 * Registers the staff endpoints: conversations, refund requests, restaurant settings, admin. Returns the
 * jobs.
 */
export function registerStaffModules(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  shared: {
    orders: OrderService;
    states: OrderStateService;
    images: PrivateImageService;
    dishImages: SizedImageService;
    restaurantImages: SizedImageService;
    workbooks: WorkbookReader;
    refundRequests: RefundRequestService;
    refundServices: RefundServices;
    debugLinks: DebugLinkService;
    phones: AccountMergeService;
  },
): SweeperJob[] {
  const { orders, states, images, refundRequests, refundServices } = shared;
  staffChatRoutes(server, guard, {
    chat: new StaffChatService(deps, (queries) => countOpen(queries, { restaurantId: null })),
    profiles: new CustomerProfileService(deps, orders),
    phones: new CustomerPhoneService(deps, shared.phones),
    images,
  });
  staffRefundRoutes(server, guard, {
    refundReviews: new RefundReviewService(deps, states, refundRequests),
    failedRefunds: new FailedRefundService(deps, refundServices),
    soldouts: new SoldoutService(deps, states, refundServices.refunds),
  });
  orderListRoutes(server, guard, new OrderListService(deps));
  restaurantSettingsRoutes(server, guard, new RestaurantSettingsService(deps));
  restaurantAdminRoutes(server, guard, deps, {
    restaurants: new RestaurantAdminService(deps),
    places: new PlaceSearchService(deps),
    pictures: new RestaurantPicturesService(deps, (queries, ids) =>
      shared.restaurantImages.findShapes(queries, ids),
    ),
  });
  restaurantPictureRoutes(server, guard, deps, shared.restaurantImages);
  const dishSettings = new DishSettingsService(deps);
  dishSettingsRoutes(server, guard, dishSettings);
  const publishing = new MenuPublishService(deps);
  menuAdminRoutes(server, guard, deps, {
    drafts: new MenuDraftService(deps),
    publishing,
    categories: new MenuCategoryService(deps),
    offers: new DishOfferService(deps),
    images: shared.dishImages,
  });
  catalogueRoutes(server, guard, deps, {
    catalogue: new CatalogueService(deps),
    workbooks: shared.workbooks,
    pictures: new PictureImportService(deps, shared.dishImages, new MenuDraftService(deps)),
    pictureExport: new PictureExportService(deps, shared.dishImages),
  });
  checklistRoutes(server, guard, deps, new ChecklistService(deps));
  staffMemberRoutes(server, guard, deps, new StaffMemberService(deps));
  const figures = new FiguresService(deps);
  const chain = new ChainFiguresService(deps);
  figuresRoutes(server, guard, deps, { figures, chain });
  figureFileRoutes(server, guard, deps, new FigureTablesService(deps, { figures, chain }));
  const figuresJob = new FiguresJob({
    ...deps,
    onSlowDay: (day, error) =>
      deps.log.error({ err: error, ...day }, "the figures of a day take too long to compute"),
  });
  const { debugLinks } = shared;
  const security = new SecurityService(deps);
  const factors = new SecondFactorAdminService(deps);
  adminRoutes(server, guard, { admin: new AdminService(deps), security, factors, debugLinks });
  listFileRoutes(server, guard, deps, new ListFilesService(deps));
  return [
    { name: "security", everyMs: 2_000, run: () => security.sweep() },
    { name: "figures", everyMs: 3_000, run: () => figuresJob.sweep() },
    { name: "dish-stock", everyMs: 1_000, run: () => dishSettings.sweep() },
    { name: "menu-drafts", everyMs: 1_000, run: () => publishing.sweep() },
  ];
}
