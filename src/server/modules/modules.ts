import type { FastifyInstance } from "fastify";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { appSchemas } from "#contract/app/schema.ts";
import { bindCalls, type Guard } from "../platform/bind.ts";
import { later } from "../platform/clock.ts";
import type { Deps } from "../platform/Deps.ts";
import { Painter } from "../platform/drawing/Painter.ts";
import { removeCounters } from "../platform/limits/rateRows.ts";
import { EventHub } from "../platform/live/EventHub.ts";
import { removeEvents } from "../platform/live/eventRows.ts";
import { removeUnseen } from "../platform/live/presenceRows.ts";
import type { SweeperJob } from "../platform/Sweeper.ts";
import { sweepKeys } from "../platform/sharedRows.ts";
import { TokenService } from "../platform/TokenService.ts";
import { version } from "../platform/version.ts";
import { addressRoutes } from "./address/address.routes.ts";
import { AddressService } from "./address/address.service.ts";
import { CardAdminService } from "./card/CardAdminService.ts";
import { cardRoutes } from "./card/card.routes.ts";
import { CardService } from "./card/card.service.ts";
import { removeGuards } from "./card/pin-guard.repository.ts";
import { ChatService } from "./chat/ChatService.ts";
import { chatRoutes } from "./chat/chat.routes.ts";
import { fileRoutes } from "./file/file.routes.ts";
import { PictureService } from "./file/PictureService.ts";
import { PublicPictureService } from "./file/PublicPictureService.ts";
import { publicFileRoutes } from "./file/public-file.routes.ts";
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
import { removeRefused } from "./payment/payment.repository.ts";
import { paymentRoutes } from "./payment/payment.routes.ts";
import { RefundRequestService } from "./payment/RefundRequestService.ts";
import { RefundService } from "./payment/RefundService.ts";
import { SettlementService } from "./payment/SettlementService.ts";
import { StaffRefundService } from "./payment/StaffRefundService.ts";
import { PointsExpiry } from "./points/PointsExpiry.ts";
import { pointsRoutes } from "./points/points.routes.ts";
import { PointsService } from "./points/points.service.ts";
import { restaurantRoutes } from "./restaurant/restaurant.routes.ts";
import { RestaurantService } from "./restaurant/restaurant.service.ts";
import { StoreAnswers } from "./restaurant/StoreAnswers.ts";
import { staffRoutes } from "./staff/staff.routes.ts";
import { StaffService } from "./staff/staff.service.ts";
import { staffChannel } from "./staff/staff-channel.ts";
import { bindStaffModules } from "./staff-modules.ts";
import { AvatarService } from "./user/AvatarService.ts";
import { removeBefore } from "./user/sms-code.repository.ts";
import { SmsCodeService } from "./user/sms-code.service.ts";
import { userRoutes } from "./user/user.routes.ts";
import { UserService } from "./user/user.service.ts";
import { VoucherService } from "./voucher/voucher.service.ts";
import { PageSigner } from "./wechat/PageSigner.ts";
import { WechatLogin } from "./wechat/WechatLogin.ts";
import { wechatRoutes } from "./wechat/wechat.routes.ts";
import { WithdrawalReview } from "./withdrawal/WithdrawalReview.ts";
import { withdrawalRoutes } from "./withdrawal/withdrawal.routes.ts";
import { WithdrawalService } from "./withdrawal/withdrawal.service.ts";

const refusedKeptMs = 7 * 86_400_000;
const smsKeptMs = 2 * 86_400_000;

/** Puts every call of the contract on the server and answers the jobs that fall due by themselves. */
export function bindModules(server: FastifyInstance, deps: Deps): SweeperJob[] {
  const tokens = new TokenService(deps);
  const guard: Guard = (authorization, audience) => tokens.verify(authorization, audience);
  const codes = new SmsCodeService(deps);
  const menus = new MenuService(deps);
  const settlement = new SettlementService(deps);
  const payments = new PaymentService(deps, settlement);
  const refunds = new RefundService(deps);
  const orders = new OrderService(deps, settlement);
  const refundRequests = new RefundRequestService(deps, orders, refunds);
  const cancels = new CancelService(deps, payments, refunds);

  bindCalls(server, { endpoints: appEndpoints, schemas: appSchemas }, guard, {
    settings: async () => ({
      maps_base_url: deps.config.maps.baseUrl,
      maps_browser_key: deps.config.maps.browserKey,
      version,
      vconsole: deps.config.vconsole,
    }),
  });
  const publicPictures = new PublicPictureService(deps);
  publicFileRoutes(server, publicPictures);
  const avatars = new AvatarService(deps, publicPictures);
  userRoutes(server, guard, { users: new UserService(deps, codes, tokens, avatars), avatars });
  const addresses = new AddressService(deps);
  addressRoutes(server, guard, addresses);
  const restaurants = new RestaurantService(deps);
  const answers = new StoreAnswers(deps);
  restaurantRoutes(server, guard, { restaurants, menus, answers });
  menuRoutes(server, guard, {
    menus,
    start: new TakeawayStart({ addresses, restaurants, answers, menus }),
  });
  wechatRoutes(server, guard, { login: new WechatLogin(deps, tokens), signer: new PageSigner(deps) });
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
  staffRoutes(server, guard, new StaffService(deps, codes, tokens));
  paymentRoutes(server, new NotifyService(deps, settlement, refunds));
  cardRoutes(server, guard, { cards: new CardService(deps), admin: new CardAdminService(deps) });
  pointsRoutes(server, guard, new PointsService(deps));
  const expiry = new PointsExpiry(deps);
  const pictures = new PictureService(deps);
  chatRoutes(server, guard, { chat: new ChatService(deps), pictures });
  bindStaffModules(server, guard, deps, { orders, pictures, refundRequests });
  fileRoutes(server, guard, pictures);
  liveRoutes(server, guard, new EventHub({ ...deps, tokens }), (staffId) =>
    staffChannel(deps.database.queries, staffId),
  );
  const invites = new InviteService(deps);
  const painter = new Painter();
  server.addHook("onClose", () => painter.stop());
  inviteRoutes(server, guard, { invites, posters: new PosterService(deps, publicPictures, painter) });
  withdrawalRoutes(server, guard, {
    withdrawals: new WithdrawalService(deps),
    review: new WithdrawalReview(deps),
  });
  return [
    { name: "due-orders", everyMs: 1_000, run: () => cancels.sweep() },
    { name: "unanswered-payments", everyMs: 1_000, run: () => payments.sweep() },
    { name: "refunds", everyMs: 1_000, run: () => refunds.sweep() },
    { name: "refund-requests", everyMs: 5_000, run: () => refundRequests.sweep() },
    { name: "expired-points", everyMs: 60_000, run: () => expiry.sweep() },
    { name: "invite-rewards", everyMs: 5_000, run: () => invites.sweep() },
    { name: "clean-up", everyMs: 600_000, run: () => cleanUp(deps, tokens) },
  ];
}

async function cleanUp(deps: Deps, tokens: TokenService): Promise<void> {
  const now = deps.clock.now();
  await tokens.sweep();
  await removeRefused(deps.database.queries, later(now, -refusedKeptMs));
  await removeBefore(deps.database.queries, later(now, -smsKeptMs));
  await deps.database.transaction((tx) => removeEvents(tx, later(now, -deps.config.limits.live.keepMs)));
  await removeGuards(deps.database.queries, later(now, -deps.config.limits.pin.forgetMs * 2));
  await removeUnseen(deps.database.queries, later(now, -deps.config.limits.onlineMs));
  await removeCounters(deps.database.queries);
  await sweepKeys(deps.database.queries, later(now, -deps.config.limits.keepKeysMs), now);
}
