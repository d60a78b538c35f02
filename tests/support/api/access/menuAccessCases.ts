import { createIdempotencyKey } from "../buyers.ts";
import { blankImage, encodeMultipart } from "../forms.ts";
import { createDishForm } from "../menuForms.ts";
import { dish } from "../people.ts";
import type { AccessCase } from "./accessCases.ts";

const adminOnly = ["forbidden", "forbidden", "forbidden", "works"] as const;
const notFoundForAdmin = ["forbidden", "forbidden", "forbidden", "not_found"] as const;

/** A file that changes nothing. */
const catalogueFile = () => ({
  form: encodeMultipart([{ filename: "a.csv", type: "text/csv", bytes: "菜品编号,规格编号\n" }]),
});

const catalogueUnknownPicture = () => ({ body: { pictures: [{ code: "nobody", digest: "0".repeat(64) }] } });

const blankUpload = async () => ({
  form: encodeMultipart([{ filename: "a.jpg", bytes: await blankImage(20, 20).jpeg().toBuffer() }]),
});

/** Cases of the endpoints about the chain's menu, and pictures. */
export const menuAccessCases: Record<string, AccessCase> = {
  "catalogue.check": { input: catalogueFile, expectedForStaff: adminOnly },
  "catalogue.checkPictures": { input: catalogueUnknownPicture, expectedForStaff: adminOnly },
  "catalogue.importPictures": {
    input: catalogueUnknownPicture,
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "rule_broken"],
  },
  "catalogue.import": { input: catalogueFile, expectedForStaff: adminOnly },
  "restaurantAdmin.savePictures": {
    input: () => ({
      body: {
        restaurant_id: "NOWHERE",
        version: 1,
        pictures: [],
        business_licence: null,
        food_licence: null,
      },
    }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "restaurant_not_found"],
  },
  "restaurantAdmin.uploadPicture": { input: blankUpload, expectedForStaff: adminOnly },
  "menuAdmin.categories": { expectedForStaff: adminOnly },
  "menuAdmin.saveCategory": {
    input: () => ({
      body: { category_id: null, name: "新品", icon: "", client_key: createIdempotencyKey() },
    }),
    expectedForStaff: adminOnly,
  },
  "menuAdmin.deleteCategory": {
    input: () => ({ body: { category_id: "nobody" } }),
    expectedForStaff: notFoundForAdmin,
  },
  "menuAdmin.sortCategories": {
    input: () => ({ body: { category_ids: [] } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "conflict"],
  },
  "menuAdmin.dishes": { expectedForStaff: adminOnly },
  "menuAdmin.saveDish": {
    input: () => ({ body: createDishForm() }),
    expectedForStaff: adminOnly,
  },
  "menuAdmin.changeDishes": {
    input: () => ({
      body: { spu_ids: ["nobody"], price_percent: 10, client_key: createIdempotencyKey() },
    }),
    expectedForStaff: notFoundForAdmin,
  },
  "menuAdmin.discardDrafts": {
    input: () => ({ body: { spu_ids: ["nobody"] } }),
    expectedForStaff: adminOnly,
  },
  "menuAdmin.publish": {
    input: () => ({ body: { spu_ids: ["nobody"] } }),
    expectedForStaff: ["forbidden", "forbidden", "forbidden", "rule_broken"],
  },
  "menuAdmin.prices": { input: () => ({ query: { spu_id: dish.id } }), expectedForStaff: adminOnly },
  "menuAdmin.offers": { input: () => ({ query: { spu_id: dish.id } }), expectedForStaff: adminOnly },
  "menuAdmin.setOffer": {
    input: () => ({ body: { dish_id: dish.id, restaurant_ids: ["SH002"], is_offered: true } }),
    expectedForStaff: adminOnly,
  },
  "menuAdmin.uploadImage": { input: blankUpload, expectedForStaff: adminOnly },
};
