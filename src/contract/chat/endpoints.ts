import { endpoint } from "../endpoint.ts";
import type { SchemaTypes } from "../schema-helpers.ts";
import type { chatSchemas } from "./schema.ts";

type S = typeof chatSchemas;

export const chatEndpoints = {
  history: endpoint<SchemaTypes<S["history"]>>("GET", "/api/v1/chat/history", "customer"),
  send: endpoint<SchemaTypes<S["send"]>>("POST", "/api/v1/chat/send", "customer"),
  uploadImage: endpoint<SchemaTypes<S["uploadImage"]>>("POST", "/api/v1/chat/upload-image", "customer"),
  read: endpoint<SchemaTypes<S["read"]>>("POST", "/api/v1/chat/read", "customer"),
  state: endpoint<SchemaTypes<S["state"]>>("GET", "/api/v1/chat/state", "customer"),
};
