import { accountEndpoints } from "./account/endpoints.ts";
import { accountSchemas } from "./account/schema.ts";
import { addressEndpoints } from "./address/endpoints.ts";
import { addressSchemas } from "./address/schema.ts";
import { appEndpoints } from "./app/endpoints.ts";
import { appSchemas } from "./app/schema.ts";
import { cardEndpoints } from "./card/endpoints.ts";
import { cardSchemas } from "./card/schema.ts";
import { chatEndpoints } from "./chat/endpoints.ts";
import { chatSchemas } from "./chat/schema.ts";
import type { Endpoint } from "./endpoint.ts";
import { inviteEndpoints } from "./invite/endpoints.ts";
import { inviteSchemas } from "./invite/schema.ts";
import { invoiceEndpoints } from "./invoice/endpoints.ts";
import { invoiceSchemas } from "./invoice/schema.ts";
import { legalEndpoints } from "./legal/endpoints.ts";
import { legalSchemas } from "./legal/schema.ts";
import { menuEndpoints } from "./menu/endpoints.ts";
import { menuSchemas } from "./menu/schema.ts";
import { orderEndpoints } from "./order/endpoints.ts";
import { orderSchemas } from "./order/schema.ts";
import { pointsEndpoints } from "./points/endpoints.ts";
import { pointsSchemas } from "./points/schema.ts";
import { restaurantEndpoints } from "./restaurant/endpoints.ts";
import { restaurantSchemas } from "./restaurant/schema.ts";
import { restaurantCityEndpoints } from "./restaurant-cities/endpoints.ts";
import { restaurantCitySchemas } from "./restaurant-cities/schema.ts";
import { restaurantPictureEndpoints } from "./restaurant-pictures/endpoints.ts";
import { restaurantPictureSchemas } from "./restaurant-pictures/schema.ts";
import type { EndpointSchema } from "./schema-helpers.ts";
import { adminEndpoints } from "./staff/admin/endpoints.ts";
import { adminSchemas } from "./staff/admin/schema.ts";
import { staffAuthEndpoints } from "./staff/auth/endpoints.ts";
import { staffAuthSchemas } from "./staff/auth/schema.ts";
import { catalogueEndpoints } from "./staff/catalogue/endpoints.ts";
import { catalogueSchemas } from "./staff/catalogue/schema.ts";
import { chainSettingsEndpoints } from "./staff/chain-settings/endpoints.ts";
import { chainSettingsSchemas } from "./staff/chain-settings/schema.ts";
import { staffChatEndpoints } from "./staff/chat/endpoints.ts";
import { staffChatSchemas } from "./staff/chat/schema.ts";
import { checklistEndpoints } from "./staff/checklist/endpoints.ts";
import { checklistSchemas } from "./staff/checklist/schema.ts";
import { figuresEndpoints } from "./staff/figures/endpoints.ts";
import { figuresSchemas } from "./staff/figures/schema.ts";
import { staffInvoiceEndpoints } from "./staff/invoice/endpoints.ts";
import { staffInvoiceSchemas } from "./staff/invoice/schema.ts";
import { staffLegalEndpoints } from "./staff/legal/endpoints.ts";
import { staffLegalSchemas } from "./staff/legal/schema.ts";
import { staffMemberEndpoints } from "./staff/member/endpoints.ts";
import { staffMemberSchemas } from "./staff/member/schema.ts";
import { menuAdminEndpoints } from "./staff/menu-admin/endpoints.ts";
import { menuAdminSchemas } from "./staff/menu-admin/schema.ts";
import { staffOrderEndpoints } from "./staff/order/endpoints.ts";
import { staffOrderSchemas } from "./staff/order/schema.ts";
import { orderListEndpoints } from "./staff/order-list/endpoints.ts";
import { orderListSchemas } from "./staff/order-list/schema.ts";
import { staffRestaurantEndpoints } from "./staff/restaurant/endpoints.ts";
import { staffRestaurantSchemas } from "./staff/restaurant/schema.ts";
import { restaurantAdminEndpoints } from "./staff/restaurant-admin/endpoints.ts";
import { restaurantAdminSchemas } from "./staff/restaurant-admin/schema.ts";
import { userEndpoints } from "./user/endpoints.ts";
import { userSchemas } from "./user/schema.ts";
import { wechatEndpoints } from "./wechat/endpoints.ts";
import { wechatSchemas } from "./wechat/schema.ts";
import { withdrawalEndpoints } from "./withdrawal/endpoints.ts";
import { withdrawalSchemas } from "./withdrawal/schema.ts";

/** Endpoints of one resource with their schemas, by name. */
export interface ApiResource {
  endpoints: Record<string, Endpoint>;
  schemas: Record<string, EndpointSchema>;
}

/**
 * All endpoints of the API, for the server and for tests; the browser imports the endpoints of single
 * resources.
 */
export const contract = {
  app: { endpoints: appEndpoints, schemas: appSchemas },
  user: { endpoints: userEndpoints, schemas: userSchemas },
  account: { endpoints: accountEndpoints, schemas: accountSchemas },
  wechat: { endpoints: wechatEndpoints, schemas: wechatSchemas },
  legal: { endpoints: legalEndpoints, schemas: legalSchemas },
  address: { endpoints: addressEndpoints, schemas: addressSchemas },
  restaurant: { endpoints: restaurantEndpoints, schemas: restaurantSchemas },
  restaurantCities: { endpoints: restaurantCityEndpoints, schemas: restaurantCitySchemas },
  restaurantPictures: { endpoints: restaurantPictureEndpoints, schemas: restaurantPictureSchemas },
  menu: { endpoints: menuEndpoints, schemas: menuSchemas },
  order: { endpoints: orderEndpoints, schemas: orderSchemas },
  card: { endpoints: cardEndpoints, schemas: cardSchemas },
  points: { endpoints: pointsEndpoints, schemas: pointsSchemas },
  withdrawal: { endpoints: withdrawalEndpoints, schemas: withdrawalSchemas },
  invoice: { endpoints: invoiceEndpoints, schemas: invoiceSchemas },
  invite: { endpoints: inviteEndpoints, schemas: inviteSchemas },
  chat: { endpoints: chatEndpoints, schemas: chatSchemas },
  staffChat: { endpoints: staffChatEndpoints, schemas: staffChatSchemas },
  staffOrder: { endpoints: staffOrderEndpoints, schemas: staffOrderSchemas },
  orderList: { endpoints: orderListEndpoints, schemas: orderListSchemas },
  staffInvoice: { endpoints: staffInvoiceEndpoints, schemas: staffInvoiceSchemas },
  staffRestaurant: { endpoints: staffRestaurantEndpoints, schemas: staffRestaurantSchemas },
  catalogue: { endpoints: catalogueEndpoints, schemas: catalogueSchemas },
  figures: { endpoints: figuresEndpoints, schemas: figuresSchemas },
  chainSettings: { endpoints: chainSettingsEndpoints, schemas: chainSettingsSchemas },
  staffLegal: { endpoints: staffLegalEndpoints, schemas: staffLegalSchemas },
  checklist: { endpoints: checklistEndpoints, schemas: checklistSchemas },
  menuAdmin: { endpoints: menuAdminEndpoints, schemas: menuAdminSchemas },
  restaurantAdmin: { endpoints: restaurantAdminEndpoints, schemas: restaurantAdminSchemas },
  staffMember: { endpoints: staffMemberEndpoints, schemas: staffMemberSchemas },
  admin: { endpoints: adminEndpoints, schemas: adminSchemas },
  staffAuth: { endpoints: staffAuthEndpoints, schemas: staffAuthSchemas },
} satisfies Record<string, ApiResource>;

export type ResourceName = keyof typeof contract;
