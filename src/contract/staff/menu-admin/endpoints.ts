import { endpoint } from "../../endpoint.ts";
import type { SchemaTypes } from "../../schema-helpers.ts";
import type { menuAdminSchemas } from "./schema.ts";

type S = typeof menuAdminSchemas;

const menu = "/api/v1/restaurant/admin/menu";

export const menuAdminEndpoints = {
  categories: endpoint<SchemaTypes<S["categories"]>>("GET", `${menu}/categories`, "staff"),
  saveCategory: endpoint<SchemaTypes<S["saveCategory"]>>("POST", `${menu}/categories`, "staff"),
  deleteCategory: endpoint<SchemaTypes<S["deleteCategory"]>>("POST", `${menu}/categories/delete`, "staff"),
  sortCategories: endpoint<SchemaTypes<S["sortCategories"]>>("POST", `${menu}/categories/sort`, "staff"),
  dishes: endpoint<SchemaTypes<S["dishes"]>>("GET", `${menu}/dishes`, "staff"),
  saveDish: endpoint<SchemaTypes<S["saveDish"]>>("POST", `${menu}/dishes`, "staff"),
  changeDishes: endpoint<SchemaTypes<S["changeDishes"]>>("POST", `${menu}/dishes/change`, "staff"),
  discardDrafts: endpoint<SchemaTypes<S["discardDrafts"]>>("POST", `${menu}/dishes/discard`, "staff"),
  publish: endpoint<SchemaTypes<S["publish"]>>("POST", `${menu}/publish`, "staff"),
  prices: endpoint<SchemaTypes<S["prices"]>>("GET", `${menu}/prices`, "staff"),
  offers: endpoint<SchemaTypes<S["offers"]>>("GET", `${menu}/offers`, "staff"),
  setOffer: endpoint<SchemaTypes<S["setOffer"]>>("POST", `${menu}/offers`, "staff"),
  uploadImage: endpoint<SchemaTypes<S["uploadImage"]>>("POST", `${menu}/images`, "staff"),
};
