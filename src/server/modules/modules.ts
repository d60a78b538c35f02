import type { FastifyInstance } from "fastify";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { appSchemas } from "#contract/app/schema.ts";
import { bindCalls, type Guard, type Handlers } from "../platform/bind.ts";
import type { Deps } from "../platform/Deps.ts";
import { Painter } from "../platform/drawing/Painter.ts";
import { PicturePress } from "../platform/files/PicturePress.ts";
import { EventHub } from "../platform/live/EventHub.ts";
import { Pins } from "../platform/pins/Pins.ts";
import type { SweeperJob } from "../platform/Sweeper.ts";
import { TokenService } from "../platform/TokenService.ts";
import { version } from "../platform/version.ts";
import { addressRoutes } from "./address/address.routes.ts";
import { AddressService } from "./address/address.service.ts";
import { CardAdminService } from "./card/CardAdminService.ts";
import { cardRoutes } from "./card/card.routes.ts";
import { CardService } from "./card/card.service.ts";
import { ChatService } from "./chat/ChatService.ts";
import { chatRoutes } from "./chat/chat.routes.ts";
import { cleanUp } from "./clean-up.ts";
import { fileRoutes } from "./file/file.routes.ts";
import { PictureService } from "./file/PictureService.ts";
import { PublicPictureService } from "./file/PublicPictureService.ts";
import { publicFileRoutes } from "./file/public-file.routes.ts";
import { DebugLinks } from "./head-office/DebugLinks.ts";
import { inviteRoutes } from "./invite/invite.routes.ts";
import { InviteService } from "./invite/invite.service.ts";
import { PosterService } from "./invite/PosterService.ts";
import { liveRoutes } from "./live/live.routes.ts";
import { menuRoutes } from "./menu/menu.routes.ts";
import { MenuService } from "./menu/menu.service.ts";
import { TakeawayStart } from "./menu/TakeawayStart.ts";
import { AdvanceService } from "./order/AdvanceService.ts";
import { BoardService } from "./order/board.service.ts";
import { orderRoutes } from "./order/order.routes.ts";
import { OrderService } from "./order/order.service.ts";
import { CancelService } from "./payment/CancelService.ts";
import { NotifyService } from "./payment/NotifyService.ts";
import { PaymentService } from "./payment/PaymentService.ts";
import { paymentRoutes } from "./payment/payment.routes.ts";
import { RefundRequestService } from "./payment/RefundRequestService.ts";
import { createRefunds } from "./payment/refund-services.ts";
import { SettlementService } from "./payment/SettlementService.ts";
import { StaffRefundService } from "./payment/StaffRefundService.ts";
import { PointsExpiry } from "./points/PointsExpiry.ts";
import { pointsRoutes } from "./points/points.routes.ts";
import { PointsService } from "./points/points.service.ts";
import { restaurantRoutes } from "./restaurant/restaurant.routes.ts";
import { RestaurantService } from "./restaurant/restaurant.service.ts";
import { StoreAnswers } from "./restaurant/StoreAnswers.ts";
import { SecondFactor } from "./staff/SecondFactor.ts";
import { StaffEntry } from "./staff/StaffEntry.ts";
import { staffRoutes } from "./staff/staff.routes.ts";
import { StaffService } from "./staff/staff.service.ts";
import { staffChannel } from "./staff/staff-channel.ts";
import { bindStaffModules } from "./staff-modules.ts";
import { AvatarService } from "./user/AvatarService.ts";
import { OldPhone } from "./user/OldPhone.ts";
import { PhoneBinding } from "./user/PhoneBinding.ts";
import { SessionService } from "./user/SessionService.ts";
import { SmsCodeService } from "./user/sms-code.service.ts";
import { userRoutes } from "./user/user.routes.ts";
import { UserService } from "./user/user.service.ts";
import { VoucherService } from "./voucher/voucher.service.ts";
import { PageSigner } from "./wechat/PageSigner.ts";
import { WechatAuthUrls } from "./wechat/WechatAuthUrls.ts";
import { WechatLogin } from "./wechat/WechatLogin.ts";
import { WechatPayers } from "./wechat/WechatPayers.ts";
import { wechatRoutes } from "./wechat/wechat.routes.ts";
import { WithdrawalReview } from "./withdrawal/WithdrawalReview.ts";
import { withdrawalRoutes } from "./withdrawal/withdrawal.routes.ts";
import { WithdrawalService } from "./withdrawal/withdrawal.service.ts";

/** Puts every call of the contract on the server and answers the jobs that fall due by themselves. */
export function bindModules(server: FastifyInstance, deps: Deps): SweeperJob[] {
  const tokens = new TokenService(deps);
  const guard: Guard = (authorization, audience) => tokens.verify(authorization, audience);
  const menus = new MenuService(deps);
  const settlement = new SettlementService(deps);
  const payments = new PaymentService(deps, settlement);
  const refundParts = createRefunds(deps);
  const { refunds, processor } = refundParts;
  const orders = new OrderService(deps, settlement);
  const refundRequests = new RefundRequestService(deps, orders, refunds);
  const cancels = new CancelService(deps, payments, refunds);

  const debugLinks = new DebugLinks(deps);
  bindApp(server, guard, deps, debugLinks);
  const publicPictures = new PublicPictureService(deps);
  publicFileRoutes(server, publicPictures);
  const { press, painter, pins } = openWorkrooms(server);
  const phones = bindAccounts(server, guard, deps, { tokens, publicPictures, press });
  const addresses = new AddressService(deps);
  addressRoutes(server, guard, addresses);
  const restaurants = new RestaurantService(deps);
  const answers = new StoreAnswers(deps);
  restaurantRoutes(server, guard, { restaurants, menus, answers });
  menuRoutes(server, guard, {
    menus,
    start: new TakeawayStart({ addresses, restaurants, answers, menus }),
  });
  bindWechat(server, guard, deps, tokens);
  orderRoutes(server, guard, {
    orders,
    payments,
    cancels,
    board: new BoardService(deps),
    refundRequests,
    advances: new AdvanceService(deps, cancels),
    vouchers: new VoucherService(deps),
    staffRefunds: new StaffRefundService(deps, refunds),
  });
  paymentRoutes(server, new NotifyService(deps, settlement, processor));
  cardRoutes(server, guard, { cards: new CardService(deps, pins), admin: new CardAdminService(deps, pins) });
  pointsRoutes(server, guard, new PointsService(deps));
  const expiry = new PointsExpiry(deps);
  const pictures = new PictureService(deps, press);
  chatRoutes(server, guard, { chat: new ChatService(deps), pictures });
  const shared = { orders, pictures, refundRequests, refundParts, debugLinks, phones };
  const deskJobs = bindStaffModules(server, guard, deps, shared);
  fileRoutes(server, guard, pictures);
  liveRoutes(server, guard, new EventHub({ ...deps, tokens }), (staffId) =>
    staffChannel(deps.database.queries, staffId),
  );
  const invites = new InviteService(deps);
  inviteRoutes(server, guard, { invites, posters: new PosterService(deps, publicPictures, painter) });
  withdrawalRoutes(server, guard, {
    withdrawals: new WithdrawalService(deps),
    review: new WithdrawalReview(deps),
  });
  return [
    { name: "due-orders", everyMs: 1_000, run: () => cancels.sweep() },
    { name: "unanswered-payments", everyMs: 1_000, run: () => payments.sweep() },
    { name: "refunds", everyMs: 1_000, run: () => processor.sweep() },
    { name: "refund-requests", everyMs: 5_000, run: () => refundRequests.sweep() },
    { name: "expired-points", everyMs: 60_000, run: () => expiry.sweep() },
    { name: "invite-rewards", everyMs: 5_000, run: () => invites.sweep() },
    ...deskJobs,
    { name: "clean-up", everyMs: 600_000, run: () => cleanUp(deps, tokens) },
  ];
}

/** What works in processes of its own, which end with the server. */
function openWorkrooms(server: FastifyInstance) {
  const rooms = { press: new PicturePress(), painter: new Painter(), pins: new Pins() };
  server.addHook("onClose", async () => {
    await Promise.all(Object.values(rooms).map((room) => room.stop()));
  });
  return rooms;
}

/** Accounts of customers and of staff. Answers what gives customers their numbers, which staff do as well. */
function bindAccounts(
  server: FastifyInstance,
  guard: Guard,
  deps: Deps,
  parts: { tokens: TokenService; publicPictures: PublicPictureService; press: PicturePress },
): PhoneBinding {
  const { tokens, publicPictures, press } = parts;
  const codes = new SmsCodeService(deps);
  const entry = new StaffEntry(deps, tokens);
  const factor = new SecondFactor(deps, entry);
  staffRoutes(server, guard, { staff: new StaffService(deps, { codes, tokens, entry, factor }), factor });
  const avatars = new AvatarService(deps, publicPictures, press);
  const oldPhone = new OldPhone(deps, codes);
  const phones = new PhoneBinding(deps, oldPhone);
  const users = new UserService(deps, { codes, tokens, avatars, oldPhone, phones });
  userRoutes(server, guard, { users, avatars, oldPhone, sessions: new SessionService(deps) });
  return phones;
}

function bindApp(server: FastifyInstance, guard: Guard, deps: Deps, debugLinks: DebugLinks): void {
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
  bindCalls(server, { endpoints: appEndpoints, schemas: appSchemas }, guard, handlers, ["settings"]);
}

function bindWechat(server: FastifyInstance, guard: Guard, deps: Deps, tokens: TokenService): void {
  const urls = new WechatAuthUrls(deps);
  wechatRoutes(server, guard, {
    urls,
    login: new WechatLogin(deps, tokens, urls),
    payers: new WechatPayers(deps, urls),
    signer: new PageSigner(deps),
  });
}
