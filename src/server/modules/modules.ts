import type { FastifyInstance } from "fastify";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { appSchemas } from "#contract/app/schema.ts";
import { type Guard, type Handlers, registerEndpoints } from "../platform/bind.ts";
import type { Deps } from "../platform/Deps.ts";
import { SvgRenderer } from "../platform/drawing/Painter.ts";
import { ImageProcessor } from "../platform/files/PicturePress.ts";
import { EventHub } from "../platform/live/EventHub.ts";
import { PinHasher } from "../platform/pins/Pins.ts";
import type { SweeperJob } from "../platform/Sweeper.ts";
import { TokenService } from "../platform/TokenService.ts";
import { version } from "../platform/version.ts";
import { addressRoutes } from "./address/address.routes.ts";
import { AddressService } from "./address/address.service.ts";
import { MemberCardAdminService } from "./card/CardAdminService.ts";
import { memberCardRoutes } from "./card/card.routes.ts";
import { MemberCardService } from "./card/card.service.ts";
import { ChatService } from "./chat/ChatService.ts";
import { chatRoutes } from "./chat/chat.routes.ts";
import { cleanUp } from "./clean-up.ts";
import { fileRoutes } from "./file/file.routes.ts";
import { PrivateImageService } from "./file/PictureService.ts";
import { PublicImageService } from "./file/PublicPictureService.ts";
import { publicFileRoutes } from "./file/public-file.routes.ts";
import { DebugLinkService } from "./head-office/DebugLinks.ts";
import { inviteRoutes } from "./invite/invite.routes.ts";
import { InviteService } from "./invite/invite.service.ts";
import { PosterService } from "./invite/PosterService.ts";
import { eventRoutes } from "./live/live.routes.ts";
import { menuRoutes } from "./menu/menu.routes.ts";
import { MenuService } from "./menu/menu.service.ts";
import { TakeawayBootstrapService } from "./menu/TakeawayStart.ts";
import { OrderStatusService } from "./order/AdvanceService.ts";
import { BoardService } from "./order/board.service.ts";
import { orderRoutes } from "./order/order.routes.ts";
import { OrderService } from "./order/order.service.ts";
import { CancellationService } from "./payment/CancelService.ts";
import { PaymentNotificationService } from "./payment/NotifyService.ts";
import { PaymentService } from "./payment/PaymentService.ts";
import { paymentRoutes } from "./payment/payment.routes.ts";
import { RefundRequestService } from "./payment/RefundRequestService.ts";
import { createRefundServices } from "./payment/refund-services.ts";
import { SettlementService } from "./payment/SettlementService.ts";
import { StaffRefundService } from "./payment/StaffRefundService.ts";
import { PointsExpiryJob } from "./points/PointsExpiry.ts";
import { pointsRoutes } from "./points/points.routes.ts";
import { PointsService } from "./points/points.service.ts";
import { restaurantRoutes } from "./restaurant/restaurant.routes.ts";
import { RestaurantService } from "./restaurant/restaurant.service.ts";
import { RestaurantResponseCache } from "./restaurant/StoreAnswers.ts";
import { SecondFactorService } from "./staff/SecondFactor.ts";
import { StaffSessionIssuer } from "./staff/StaffEntry.ts";
import { staffRoutes } from "./staff/staff.routes.ts";
import { StaffService } from "./staff/staff.service.ts";
import { getStaffChannel } from "./staff/staff-channel.ts";
import { registerStaffModules } from "./staff-modules.ts";
import { AvatarService } from "./user/AvatarService.ts";
import { OldPhoneVerifier } from "./user/OldPhone.ts";
import { AccountMergeService } from "./user/PhoneBinding.ts";
import { SessionService } from "./user/SessionService.ts";
import { SmsCodeService } from "./user/sms-code.service.ts";
import { userRoutes } from "./user/user.routes.ts";
import { UserService } from "./user/user.service.ts";
import { VoucherService } from "./voucher/voucher.service.ts";
import { JsSdkSigner } from "./wechat/PageSigner.ts";
import { WechatAuthUrls } from "./wechat/WechatAuthUrls.ts";
import { WechatLoginService } from "./wechat/WechatLogin.ts";
import { WechatPayerService } from "./wechat/WechatPayers.ts";
import { wechatRoutes } from "./wechat/wechat.routes.ts";
import { WithdrawalReviewService } from "./withdrawal/WithdrawalReview.ts";
import { withdrawalRoutes } from "./withdrawal/withdrawal.routes.ts";
import { WithdrawalService } from "./withdrawal/withdrawal.service.ts";

/** Puts every call of the contract on the server and answers the jobs that fall due by themselves. */
export function registerModules(server: FastifyInstance, deps: Deps): SweeperJob[] {
  const tokens = new TokenService(deps);
  const guard: Guard = (authorization, audience) => tokens.verify(authorization, audience);
  const menus = new MenuService(deps);
  const settlement = new SettlementService(deps);
  const payments = new PaymentService(deps, settlement);
  const refundServices = createRefundServices(deps);
  const { refunds, processor } = refundServices;
  const orders = new OrderService(deps, settlement);
  const refundRequests = new RefundRequestService(deps, orders, refunds);
  const cancels = new CancellationService(deps, payments, refunds);

  const debugLinks = new DebugLinkService(deps);
  registerApp(server, guard, deps, debugLinks);
  const publicImages = new PublicImageService(deps);
  publicFileRoutes(server, publicImages);
  const { imageProcessor, renderer, pins } = startWorkers(server);
  const phones = registerAccounts(server, guard, deps, { tokens, publicImages, imageProcessor });
  const addresses = new AddressService(deps);
  addressRoutes(server, guard, addresses);
  const restaurants = new RestaurantService(deps);
  const answers = new RestaurantResponseCache(deps);
  restaurantRoutes(server, guard, { restaurants, menus, answers });
  const bootstrap = new TakeawayBootstrapService({ addresses, restaurants, answers, menus });
  menuRoutes(server, guard, { menus, bootstrap });
  registerWechat(server, guard, deps, tokens);
  const board = new BoardService(deps);
  const orderStatus = new OrderStatusService(deps, cancels);
  const vouchers = new VoucherService(deps);
  const staffRefunds = new StaffRefundService(deps, refunds);
  const orderServices = {
    orders,
    payments,
    cancels,
    board,
    refundRequests,
    orderStatus,
    vouchers,
    staffRefunds,
  };
  orderRoutes(server, guard, orderServices);
  paymentRoutes(server, new PaymentNotificationService(deps, settlement, processor));
  memberCardRoutes(server, guard, {
    cards: new MemberCardService(deps, pins),
    admin: new MemberCardAdminService(deps, pins),
  });
  pointsRoutes(server, guard, new PointsService(deps));
  const expiry = new PointsExpiryJob(deps);
  const images = new PrivateImageService(deps, imageProcessor);
  chatRoutes(server, guard, { chat: new ChatService(deps), images });
  const customerServices = { orders, images, refundRequests, refundServices, debugLinks, phones };
  const staffJobs = registerStaffModules(server, guard, deps, customerServices);
  fileRoutes(server, guard, images);
  eventRoutes(server, guard, new EventHub({ ...deps, tokens }), (staffId) =>
    getStaffChannel(deps.database.queries, staffId),
  );
  const invites = new InviteService(deps);
  inviteRoutes(server, guard, { invites, posters: new PosterService(deps, publicImages, renderer) });
  withdrawalRoutes(server, guard, {
    withdrawals: new WithdrawalService(deps),
    review: new WithdrawalReviewService(deps),
  });
  return [
    { name: "due-orders", everyMs: 1_000, run: () => cancels.sweep() },
    { name: "unanswered-payments", everyMs: 1_000, run: () => payments.sweep() },
    { name: "refunds", everyMs: 1_000, run: () => processor.sweep() },
    { name: "refund-requests", everyMs: 5_000, run: () => refundRequests.sweep() },
    { name: "expired-points", everyMs: 60_000, run: () => expiry.sweep() },
    { name: "invite-rewards", everyMs: 5_000, run: () => invites.sweep() },
    ...staffJobs,
    { name: "clean-up", everyMs: 600_000, run: () => cleanUp(deps, tokens) },
  ];
}

/** What works in processes of its own, which end with the server. */
function startWorkers(server: FastifyInstance) {
  const workers = {
    imageProcessor: new ImageProcessor(),
    renderer: new SvgRenderer(),
    pins: new PinHasher(),
  };
  server.addHook("onClose", async () => {
    await Promise.all(Object.values(workers).map((worker) => worker.stop()));
  });
  return workers;
}

/** Accounts of customers and of staff. Answers what gives customers their numbers, which staff do as well. */
function registerAccounts(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  dependencies: { tokens: TokenService; publicImages: PublicImageService; imageProcessor: ImageProcessor },
): AccountMergeService {
  const { tokens, publicImages, imageProcessor } = dependencies;
  const codes = new SmsCodeService(deps);
  const entry = new StaffSessionIssuer(deps, tokens);
  const factor = new SecondFactorService(deps, entry);
  staffRoutes(server, guard, {
    staff: new StaffService(deps, { codes, tokens, sessions: entry, factor }),
    factor,
  });
  const avatars = new AvatarService(deps, publicImages, imageProcessor);
  const oldPhone = new OldPhoneVerifier(deps, codes);
  const phones = new AccountMergeService(deps, oldPhone);
  const users = new UserService(deps, { codes, tokens, avatars, oldPhone, accounts: phones });
  userRoutes(server, guard, { users, avatars, oldPhone, sessions: new SessionService(deps) });
  return phones;
}

function registerApp(server: FastifyInstance, guard: Guard, deps: Deps, debugLinks: DebugLinkService): void {
  const handlers: Handlers<typeof appEndpoints> = {
    settings: async () => ({
      maps_base_url: deps.config.maps.baseUrl,
      maps_browser_key: deps.config.maps.browserKey,
      version,
      vconsole: deps.config.vconsole,
      mini_program_pay_path: deps.config.miniProgramPayPath,
    }),
    debugAccess: ({ query }) => debugLinks.verify(query.signature),
  };
  registerEndpoints(server, { endpoints: appEndpoints, schemas: appSchemas }, guard, handlers, ["settings"]);
}

function registerWechat(server: FastifyInstance, guard: Guard, deps: Deps, tokens: TokenService): void {
  const urls = new WechatAuthUrls(deps);
  wechatRoutes(server, guard, {
    urls,
    login: new WechatLoginService(deps, tokens, urls),
    payers: new WechatPayerService(deps, urls),
    signer: new JsSdkSigner(deps),
  });
}
