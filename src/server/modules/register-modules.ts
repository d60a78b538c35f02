import type { FastifyInstance } from "fastify";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { appSchemas } from "#contract/app/schema.ts";
import type { Deps } from "../platform/Deps.ts";
import { EventHub } from "../platform/events/EventHub.ts";
import { type Guard, type Handlers, registerEndpoints } from "../platform/http/register-endpoints.ts";
import { ImageProcessor } from "../platform/images/ImageProcessor.ts";
import { SvgRenderer } from "../platform/images/SvgRenderer.ts";
import type { SweeperJob } from "../platform/jobs/Sweeper.ts";
import { extendPartitions } from "../platform/partitions/partition-tables.ts";
import { PinHasher } from "../platform/security/PinHasher.ts";
import { TokenService } from "../platform/security/TokenService.ts";
import { WorkbookReader } from "../platform/spreadsheets/WorkbookReader.ts";
import { version } from "../platform/version.ts";
import { addressRoutes } from "./address/address.routes.ts";
import { AddressService } from "./address/address.service.ts";
import { DebugLinkService } from "./admin/debug-link.service.ts";
import { memberCardRoutes } from "./card/card.routes.ts";
import { MemberCardService } from "./card/card.service.ts";
import { MemberCardAdminService } from "./card/card-admin.service.ts";
import type { ChainSettingsCache } from "./chain-settings/ChainSettingsCache.ts";
import { chainSettingsRoutes } from "./chain-settings/chain-settings.routes.ts";
import { chatRoutes } from "./chat/chat.routes.ts";
import { ChatService } from "./chat/chat.service.ts";
import { cleanUp } from "./clean-up.jobs.ts";
import { eventRoutes } from "./events/events.routes.ts";
import { avatarRoutes } from "./file/avatar.routes.ts";
import { AvatarService } from "./file/avatar.service.ts";
import { fileRoutes } from "./file/file.routes.ts";
import { PrivateImageService } from "./file/private-image.service.ts";
import { publicFileRoutes } from "./file/public-file.routes.ts";
import { PublicImageService } from "./file/public-image.service.ts";
import { SizedImageService } from "./file/sized-image.service.ts";
import { inviteRoutes } from "./invite/invite.routes.ts";
import { InviteService } from "./invite/invite.service.ts";
import { lockInvites } from "./invite/invite-binding.repository.ts";
import { bindInvite, mergeInvites } from "./invite/invite-binding.service.ts";
import { PosterService } from "./invite/poster.service.ts";
import { invoiceRoutes } from "./invoice/invoice.routes.ts";
import { InvoiceService } from "./invoice/invoice.service.ts";
import { invoiceFileRoutes } from "./invoice/invoice-file.routes.ts";
import { InvoiceFileService } from "./invoice/invoice-file.service.ts";
import { InvoiceReviewService } from "./invoice/invoice-review.service.ts";
import { legalRoutes } from "./legal/legal.routes.ts";
import { menuRoutes } from "./menu/menu.routes.ts";
import { MenuService } from "./menu/menu.service.ts";
import { TakeawayBootstrapService } from "./menu/takeaway-bootstrap.service.ts";
import { PlaceSearchService } from "./place/place-search.service.ts";
import { pointsRoutes } from "./points/points.routes.ts";
import { PointsService } from "./points/points.service.ts";
import { PointsExpiryJob } from "./points/points-expiry.jobs.ts";
import { registerAccountModule } from "./register-account-module.ts";
import { createOrderServices, registerOrderModules } from "./register-order-modules.ts";
import { registerStaffModules } from "./register-staff-modules.ts";
import { registerWechatModule } from "./register-wechat-module.ts";
import { RestaurantResponseCache } from "./restaurant/RestaurantResponseCache.ts";
import { restaurantRoutes } from "./restaurant/restaurant.routes.ts";
import { RestaurantService } from "./restaurant/restaurant.service.ts";
import { SmsCodeService } from "./sms/sms-code.service.ts";
import { StaffSessionIssuer } from "./staff/StaffSessionIssuer.ts";
import { SecondFactorService } from "./staff/second-factor.service.ts";
import { SetupService } from "./staff/setup.service.ts";
import { staffRoutes } from "./staff/staff.routes.ts";
import { StaffService } from "./staff/staff.service.ts";
import { getStaffChannel } from "./staff/staff-channel.events.ts";
import { StaffMemberService } from "./staff/staff-member.service.ts";
import type { AccountInvites } from "./user/account-invites.ts";
import { AccountMergeService } from "./user/account-merge.service.ts";
import { OldPhoneVerifier } from "./user/OldPhoneVerifier.ts";
import { SessionService } from "./user/session.service.ts";
import { userRoutes } from "./user/user.routes.ts";
import { UserService } from "./user/user.service.ts";
import { withdrawalRoutes } from "./withdrawal/withdrawal.routes.ts";
import { WithdrawalService } from "./withdrawal/withdrawal.service.ts";
import { WithdrawalReviewService } from "./withdrawal/withdrawal-review.service.ts";

/** Returns the hash of the token as whose customer the server reads its own API; null for every other header. */
type FindInternalToken = (authorization: string | undefined) => string | null;

function createGuard(tokens: TokenService, findInternalToken: FindInternalToken): Guard {
  return (authorization, audience) => {
    const tokenHash = findInternalToken(authorization);
    return tokenHash === null
      ? tokens.verify(authorization, audience)
      : tokens.verifyHash(tokenHash, audience);
  };
}

/** Registers every endpoint of the contract and returns the background jobs. */
export function registerModules(
  server: FastifyInstance,
  deps: Deps & { chainSettings: ChainSettingsCache },
  findInternalToken: FindInternalToken,
): SweeperJob[] {
  const tokens = new TokenService(deps);
  const guard = createGuard(tokens, findInternalToken);
  const orderServices = createOrderServices(deps);
  const { orders, states, payments, cancels, refundServices, refundRequests } = orderServices;

  const debugLinks = new DebugLinkService(deps);
  registerApp(server, guard, deps, debugLinks);
  const publicImages = new PublicImageService(deps);
  const { imageProcessor, renderer, pins, workbooks } = startWorkers(server);
  const dishImages = new SizedImageService(deps, imageProcessor, "dish");
  const restaurantImages = new SizedImageService(deps, imageProcessor, "restaurant");
  publicFileRoutes(server, publicImages, { dish: dishImages, restaurant: restaurantImages });
  const phones = registerAccounts(server, guard, deps, { tokens, publicImages, imageProcessor });
  const addresses = new AddressService(deps);
  addressRoutes(server, guard, addresses, new PlaceSearchService(deps));
  const restaurants = new RestaurantService(deps);
  const answers = new RestaurantResponseCache(deps);
  restaurantRoutes(server, guard, { restaurants, answers });
  const menus = new MenuService(deps);
  const bootstrap = new TakeawayBootstrapService({
    findAddress: (userId, addressId) => addresses.findByIdOrDefault(userId, addressId),
    restaurants,
    answers,
    menus,
  });
  menuRoutes(server, guard, { menus, bootstrap, answers });
  registerWechatModule(server, guard, deps, { tokens, payments });
  chainSettingsRoutes(server, guard, deps, { dishImages, restaurantImages, renderer });
  registerOrderModules(server, guard, deps, orderServices);
  memberCardRoutes(server, guard, {
    cards: new MemberCardService(deps, pins),
    admin: new MemberCardAdminService(deps, pins),
  });
  pointsRoutes(server, guard, new PointsService(deps));
  const expiry = new PointsExpiryJob(deps);
  const images = new PrivateImageService(deps, imageProcessor);
  chatRoutes(server, guard, { chat: new ChatService(deps), images });
  const customerServices = {
    orders,
    states,
    images,
    dishImages,
    restaurantImages,
    workbooks,
    refundRequests,
    refundServices,
    debugLinks,
    phones,
  };
  const staffJobs = registerStaffModules(server, guard, deps, customerServices);
  fileRoutes(server, guard, images);
  eventRoutes(server, guard, new EventHub({ ...deps, tokens }), (staffId, restaurantId) =>
    getStaffChannel(deps.database.queries, staffId, restaurantId),
  );
  const invites = new InviteService(deps);
  inviteRoutes(server, guard, { invites, posters: new PosterService(deps, publicImages, renderer) });
  withdrawalRoutes(server, guard, {
    withdrawals: new WithdrawalService(deps),
    review: new WithdrawalReviewService(deps),
  });
  registerInvoices(server, guard, deps);
  return [
    { name: "due-orders", everyMs: 1_000, run: () => cancels.sweep() },
    { name: "unanswered-payments", everyMs: 1_000, run: () => payments.sweep() },
    { name: "refunds", everyMs: 1_000, run: () => refundServices.processor.sweep() },
    { name: "refund-requests", everyMs: 5_000, run: () => refundRequests.sweep() },
    { name: "expired-points", everyMs: 60_000, run: () => expiry.sweep() },
    { name: "invite-rewards", everyMs: 5_000, run: () => invites.sweep() },
    ...registerAccountModule(server, guard, deps),
    ...staffJobs,
    { name: "clean-up", everyMs: 600_000, run: () => cleanUp(deps, tokens) },
    { name: "partitions", everyMs: 3_600_000, run: () => extendPartitions(deps) },
  ];
}

function registerInvoices(server: FastifyInstance, guard: Guard, deps: Deps): void {
  const files = new InvoiceFileService(deps);
  invoiceRoutes(server, guard, {
    invoices: new InvoiceService(deps, files),
    review: new InvoiceReviewService(deps, files),
  });
  invoiceFileRoutes(server, guard, deps, files);
}

/** Starts the workers, which end with the server. */
function startWorkers(server: FastifyInstance) {
  const workers = {
    imageProcessor: new ImageProcessor(),
    renderer: new SvgRenderer(),
    pins: new PinHasher(),
    workbooks: new WorkbookReader(),
  };
  server.addHook("onClose", async () => {
    await Promise.all(Object.values(workers).map((worker) => worker.stop()));
  });
  return workers;
}

/**
 * Registers customer and staff accounts. Returns the service that binds customers' phone numbers, which staff
 * use as well.
 */
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
  const members = new StaffMemberService(deps);
  staffRoutes(server, guard, {
    staff: new StaffService(deps, { codes, tokens, sessions: entry, factor }),
    factor,
    setup: new SetupService(deps, { members, sessions: entry, factor }),
  });
  const avatars = new AvatarService(deps, publicImages, imageProcessor);
  avatarRoutes(server, guard, avatars);
  const oldPhone = new OldPhoneVerifier(deps, codes);
  const invites: AccountInvites = {
    bind: (tx, invitee, code) => bindInvite(tx, deps, invitee, code),
    lock: lockInvites,
    merge: (tx, from, to, now) => mergeInvites(tx, deps, { from, to }, now),
  };
  const phones = new AccountMergeService(deps, oldPhone, invites);
  const users = new UserService(deps, {
    codes,
    tokens,
    resolveAvatarUrl: (userId, avatar) => avatars.resolveUrl(userId, avatar),
    oldPhone,
    accounts: phones,
    invites,
  });
  userRoutes(server, guard, { users, oldPhone, sessions: new SessionService(deps) });
  return phones;
}

function registerApp(server: FastifyInstance, guard: Guard, deps: Deps, debugLinks: DebugLinkService): void {
  const handlers: Handlers<typeof appEndpoints> = {
    settings: async () => ({
      maps_base_url: deps.config.maps.baseUrl,
      maps_browser_key: deps.config.maps.browserKey,
      version,
      vconsole: deps.config.vconsole,
      mini_program_pay_path: deps.config.miniProgram?.payPath ?? "",
      service_phone: deps.chainSettings.current.service.phone,
      cancel_reasons: deps.chainSettings.current.orders.cancel_reasons,
    }),
    debugAccess: ({ query }) => debugLinks.verify(query.signature),
  };
  registerEndpoints(server, { endpoints: appEndpoints, schemas: appSchemas }, guard, handlers, ["settings"]);
  legalRoutes(server, guard, deps);
}
