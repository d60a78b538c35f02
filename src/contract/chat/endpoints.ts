import { endpoint } from "../endpoint.ts";
import type { TypesOf } from "../shape.ts";
import type { chatSchemas } from "./schema.ts";

type S = typeof chatSchemas;

export const chatEndpoints = {
  history: endpoint<TypesOf<S["history"]>>("GET", "/api/v1/chat/history", "customer"),
  send: endpoint<TypesOf<S["send"]>>("POST", "/api/v1/chat/send", "customer"),
  uploadImage: endpoint<TypesOf<S["uploadImage"]>>("POST", "/api/v1/chat/upload-image", "customer"),
  read: endpoint<TypesOf<S["read"]>>("POST", "/api/v1/chat/read", "customer"),
  state: endpoint<TypesOf<S["state"]>>("GET", "/api/v1/chat/state", "customer"),
};
