import type { FastifyInstance } from "fastify";
import { dishImageLimits } from "#contract/menu/dish-image.ts";
import { menuAdminEndpoints } from "#contract/staff/menu-admin/endpoints.ts";
import { menuAdminSchemas as schemas } from "#contract/staff/menu-admin/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { SizedImageService } from "../file/sized-image.service.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { DishOfferService } from "./dish-offer.service.ts";
import type { MenuCategoryService } from "./menu-category.service.ts";
import type { MenuDraftService } from "./menu-draft.service.ts";
import type { MenuPublishService } from "./menu-publish.service.ts";

interface MenuAdminServices {
  drafts: MenuDraftService;
  publishing: MenuPublishService;
  categories: MenuCategoryService;
  offers: DishOfferService;
  images: SizedImageService;
}

/** Registers the endpoints for admins that change the chain's menu. */
export function menuAdminRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock }: Deps,
  services: MenuAdminServices,
): void {
  const { drafts, publishing, categories, offers, images } = services;
  const asAdmin = createAdminRunner(database.lookups);
  const once = <T>(
    request: { staffId: string; endpoint: string; key: string; body: unknown },
    work: (tx: QueryRunner) => Promise<T>,
  ) =>
    asAdmin(request.staffId, () =>
      database.transaction((tx) => {
        const { staffId: subjectId, endpoint, key: idempotencyKey, body } = request;
        const createdAt = clock.now();
        return withIdempotencyKey(tx, { subjectId, endpoint, idempotencyKey, body, createdAt }, () =>
          work(tx),
        );
      }),
    );
  const { uploadImage, ...endpoints } = menuAdminEndpoints;
  registerEndpoints(app, { endpoints, schemas }, guard, {
    categories: ({ staffId }) => asAdmin(staffId, () => categories.list()),
    saveCategory: ({ staffId, body: { client_key: key, ...body } }) =>
      once({ staffId, endpoint: "restaurant/admin/menu/categories", key, body }, (tx) =>
        categories.save(tx, staffId, body),
      ),
    deleteCategory: ({ staffId, body }) =>
      asAdmin(staffId, () => categories.remove(staffId, body.category_id)),
    sortCategories: ({ staffId, body }) =>
      asAdmin(staffId, () => categories.sort(staffId, body.category_ids)),
    dishes: ({ staffId, query }) => asAdmin(staffId, () => drafts.list(query ?? {})),
    saveDish: ({ staffId, body: { client_key: key, ...body } }) =>
      once({ staffId, endpoint: "restaurant/admin/menu/dishes", key, body }, (tx) =>
        drafts.save(tx, staffId, body),
      ),
    changeDishes: ({ staffId, body: { client_key: key, ...body } }) =>
      once({ staffId, endpoint: "restaurant/admin/menu/dishes/change", key, body }, (tx) =>
        drafts.change(tx, staffId, body.spu_ids, {
          pricePercent: body.price_percent,
          priceAmountFen: body.price_amount,
          isOnSale: body.on_sale,
          categoryId: body.category_id,
        }),
      ),
    discardDrafts: ({ staffId, body }) => asAdmin(staffId, () => drafts.discard(staffId, body.spu_ids)),
    publish: ({ staffId, body }) =>
      asAdmin(staffId, () => publishing.publish(staffId, body.spu_ids, body.publish_at)),
    prices: ({ staffId, query }) => asAdmin(staffId, () => offers.listPriceChanges(query)),
    offers: ({ staffId, query }) => asAdmin(staffId, () => offers.list(query)),
    setOffer: ({ staffId, body }) => asAdmin(staffId, () => offers.set(staffId, body)),
  });
  // Own scope: only uploads parse multipart forms.
  app.register(async (scope) => {
    await registerMultipart(scope, 0, dishImageLimits.bytesMax);
    registerEndpoints(scope, { endpoints: { uploadImage }, schemas }, guard, {
      uploadImage: ({ staffId: id, signal, file }) =>
        asAdmin(id, () => images.upload({ id, signal: signal() }, file)),
    });
  });
}
