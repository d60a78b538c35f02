// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../api/ApiError.ts";
import { Loadable } from "../async/Loadable.ts";
import { deleteCached, readCached, writeCached } from "./cachedResponse.ts";
import { loadWithCache, PersistentQueryCache } from "./PersistentQueryCache.ts";

const textIn = (raw: unknown) => (typeof raw === "string" ? raw : null);
const away = async () => {
  throw new ApiError("offline", "");
};

function make(owner = "somebody") {
  return {
    stored: new PersistentQueryCache("orders", () => owner, textIn),
    loadable: new Loadable<string>(),
  };
}

beforeEach(() => window.localStorage.clear());

describe("cached response on the device", () => {
  it("belongs to its owner only, and is deleted with them", () => {
    writeCached("orders", "somebody", { at: 5, value: "饭" });
    expect(readCached("orders", "somebody", textIn)).toEqual({ at: 5, value: "饭" });
    expect(readCached("orders", "somebody else", textIn)).toBeNull();
    expect(readCached("profile", "somebody", textIn)).toBeNull();
    deleteCached("orders");
    expect(readCached("orders", "somebody", textIn)).toBeNull();
  });

  it.each(["", "null", "5", "5 somebody", "5 somebody {", 'x somebody "饭"', '5 somebody {"a":1}'])(
    "is ignored if %j is stored in its place",
    (text) => {
      window.localStorage.setItem("kept_orders", text);
      expect(readCached("orders", "somebody", textIn)).toBeNull();
    },
  );

  it("is dropped if it is too large, together with the previous one", () => {
    writeCached("orders", "somebody", { at: 5, value: "饭" });
    writeCached("orders", "somebody", { at: 6, value: "饭".repeat(600_000) });
    expect(window.localStorage.length).toBe(0);
  });
});

describe("without a network", () => {
  it("keeps the last response of this visit, with its timestamp", async () => {
    const { stored, loadable } = make();
    await loadWithCache(stored, loadable, async () => "饭");
    expect(stored.staleSince).toBeNull();
    expect(await loadWithCache(stored, loadable, away)).toBe("饭");
    expect(Date.now() - (stored.staleSince ?? 0)).toBeLessThan(60_000);
    await loadWithCache(stored, loadable, async () => "面");
    expect([loadable.value, stored.staleSince]).toEqual(["面", null]);
  });

  it("keeps it also if the server is unavailable", async () => {
    const { stored, loadable } = make();
    await loadWithCache(stored, loadable, async () => "饭");
    const busy = () => Promise.reject(new ApiError("unavailable", "", { status: 503 }));
    expect(await loadWithCache(stored, loadable, busy)).toBe("饭");
    expect(stored.staleSince).not.toBeNull();
  });

  it("uses the response of an earlier visit, once it has been stored", async () => {
    const { stored, loadable } = make();
    await loadWithCache(stored, loadable, async () => "饭");
    await expect.poll(() => readCached("orders", "somebody", textIn)?.value).toBe("饭");
    const later = make();
    expect(await loadWithCache(later.stored, later.loadable, away)).toBe("饭");
    expect([later.loadable.value, later.stored.staleSince]).toEqual([
      "饭",
      readCached("orders", "somebody", textIn)?.at,
    ]);
    const other = make("somebody else");
    await expect(loadWithCache(other.stored, other.loadable, away)).rejects.toMatchObject({
      code: "offline",
    });
  });

  it("rethrows any other failure", async () => {
    const { stored, loadable } = make();
    writeCached("orders", "somebody", { at: 5, value: "饭" });
    const refused = async () => {
      throw new ApiError("not_found", "");
    };
    await expect(loadWithCache(stored, loadable, refused)).rejects.toMatchObject({ code: "not_found" });
    expect(loadable.value).toBeUndefined();
  });
});
