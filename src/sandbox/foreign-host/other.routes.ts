import type { FastifyInstance } from "fastify";
import type { HostState } from "./HostState.ts";
import { done } from "./replies.ts";

/** Invites and the conversation, as far as the specification says anything about their answers: mostly nothing yet. */
export function otherRoutes(state: HostState) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/api/v1/invite/code", async () => done({ invite_code: "FOREIGN8" }));
    app.post("/api/v1/invite/poster", async () => done({}));
    app.get("/api/v1/invite/records", async () => done([]));
    app.get("/api/v1/invite/points/records", async () => done([]));
    app.get("/api/v1/invite/stats", async () => done({}));
    app.post("/api/v1/invite/bind", async () => done());
    app.get("/api/v1/chat/history", async () => done([]));
    app.post("/api/v1/chat/send", async () => done({ id: state.nextId() }));
    app.post("/api/v1/chat/upload-image", async () => done({ id: String(state.nextId()) }));
  };
}
