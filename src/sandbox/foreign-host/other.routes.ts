import type { FastifyInstance } from "fastify";
import type { HostState } from "./HostState.ts";
import { success } from "./responses.ts";

/**
 * Invites and the conversation; their responses are minimal, because hardly any of their fields are required.
 */
export function otherRoutes(state: HostState) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/api/v1/invite/code", async () => success({ invite_code: "FOREIGN8" }));
    app.post("/api/v1/invite/poster", async () => success({}));
    app.get("/api/v1/invite/records", async () => success([]));
    app.get("/api/v1/invite/points/records", async () => success([]));
    app.get("/api/v1/invite/stats", async () => success({}));
    app.post("/api/v1/invite/bind", async () => success());
    app.get("/api/v1/chat/history", async () => success([]));
    app.post("/api/v1/chat/send", async () => success({ id: state.nextId() }));
    app.post("/api/v1/chat/upload-image", async () => success({ id: String(state.nextId()) }));
  };
}
