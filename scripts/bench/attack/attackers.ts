import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import type { DemoUsers } from "../../lib/DemoUsers.ts";

/** Number of sockets per attack: image uploads, card issuing, code guessing and document requests. */
const sockets = { pictures: 20, cards: 4, codes: 20, documents: 32 };
const addressesOfOne = 10;
/** Pause in ms after each response; without it this machine would spend its CPU on immediate rejections. */
const pauseMs = 20;

/** Sends a request from an IP address of the network; returns the status after the body, 0 on failure. */
async function repeatRequests(
  url: string,
  network: string,
  nth: number,
  init: RequestInit = {},
): Promise<number> {
  const from = `${network}.${nth % addressesOfOne}`;
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), "x-forwarded-for": from },
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // A broken connection counts as status 0.
    return 0;
  }
}

/** Creates a noise photograph of the maximum accepted size: the most expensive content to decode. */
async function createHeavyImage(): Promise<Blob> {
  const side = 4_000;
  const noise = { type: "gaussian" as const, mean: 128, sigma: 20 };
  const picture = sharp({
    create: { width: side, height: side, channels: 3, background: "#888", noise },
    limitInputPixels: false,
  });
  const jpeg = await picture.jpeg({ quality: 35, progressive: true }).toBuffer();
  return new Blob([new Uint8Array(jpeg)], { type: "image/jpeg" });
}

/**
 * Uploads images as one customer, issues cards as staff, guesses codes and requests documents concurrently
 * until the signal aborts. Returns the response counts by attack and status.
 */
export async function attack(
  base: string,
  people: DemoUsers,
  signal: AbortSignal,
): Promise<Record<string, Record<number, number>>> {
  const picture = await createHeavyImage();
  const customer = { authorization: `Bearer ${await people.token("customer", 1)}` };
  const staff = {
    authorization: `Bearer ${await people.token("admin", 0)}`,
    "content-type": "application/json",
  };
  const requests: Record<keyof typeof sockets, (nth: number) => Promise<number>> = {
    pictures: (nth) => {
      const form = new FormData();
      form.append("file", picture, "photo.jpg");
      const url = base + chatEndpoints.uploadImage.path;
      return repeatRequests(url, "10.1.0", nth, { method: "POST", headers: customer, body: form });
    },
    cards: (nth) => {
      const body = JSON.stringify({ amount: 100, count: 50, client_key: randomUUID() });
      return repeatRequests(base + cardEndpoints.adminIssue.path, "10.2.0", nth, {
        method: "POST",
        headers: staff,
        body,
      });
    },
    codes: (nth) => {
      const phone = `137${String(nth % 1_000).padStart(8, "0")}`;
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const body = JSON.stringify({ phone, code, loginType: "sms" });
      const headers = { "content-type": "application/json" };
      return repeatRequests(base + userEndpoints.login.path, "10.3.0", nth, {
        method: "POST",
        headers,
        body,
      });
    },
    documents: (nth) => repeatRequests(`${base}${nth % 2 === 0 ? "/" : "/takeaway-menu"}`, "10.4.0", nth),
  };
  const responses: Record<string, Record<number, number>> = {};
  const pressing = Object.entries(sockets).flatMap(([kind, count]) => {
    const counted: Record<number, number> = {};
    responses[kind] = counted;
    return Array.from({ length: count }, async (_, socket) => {
      for (let nth = socket; !signal.aborted; nth += count) {
        const status = await requests[kind as keyof typeof sockets](nth);
        counted[status] = (counted[status] ?? 0) + 1;
        if (status === 429 || status === 503) await sleep(pauseMs);
      }
    });
  });
  await Promise.all(pressing);
  return responses;
}
