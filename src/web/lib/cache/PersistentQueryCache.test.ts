// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../api/ApiError.ts";
import { Loadable } from "../async/Loadable.ts";
import { loadWithCache } from "./loadWithCache.ts";
import { PersistentQueryCache } from "./PersistentQueryCache.ts";
import { readCached } from "./readCached.ts";
import { deleteCached, writeCached } from "./writeCached.ts";

const textIn = (raw: unknown) => (typeof raw === "string" ? raw : null);
const away = async () => {
  throw new ApiError("offline", "");
};

function make(owner = "somebody") {
  return { kept: new PersistentQueryCache("orders", () => owner, textIn), loadable: new Loadable<string>() };
}

beforeEach(() => window.localStorage.clear());

describe("an answer on the device", () => {
  it("is its owner's alone, and gone when they are", () => {
    writeCached("orders", "somebody", { at: 5, value: "饭" });
    expect(readCached("orders", "somebody", textIn)).toEqual({ at: 5, value: "饭" });
    expect(readCached("orders", "somebody else", textIn)).toBeNull();
    expect(readCached("profile", "somebody", textIn)).toBeNull();
    deleteCached("orders");
    expect(readCached("orders", "somebody", textIn)).toBeNull();
  });

  it.each(["", "null", "5", "5 somebody", "5 somebody {", 'x somebody "饭"', '5 somebody {"a":1}'])(
    "is none when %j lies in its place",
    (text) => {
      window.localStorage.setItem("kept_orders", text);
      expect(readCached("orders", "somebody", textIn)).toBeNull();
    },
  );

  it("is given up when it is too large, and the one before with it", () => {
    writeCached("orders", "somebody", { at: 5, value: "饭" });
    writeCached("orders", "somebody", { at: 6, value: "饭".repeat(600_000) });
    expect(window.localStorage.length).toBe(0);
  });
});

describe("without a network", () => {
  it("the last answer of this visit stays, with the time it was told", async () => {
    const { kept, loadable } = make();
    await loadWithCache(kept, loadable, async () => "饭");
    expect(kept.staleSince).toBeNull();
    expect(await loadWithCache(kept, loadable, away)).toBe("饭");
    expect(Date.now() - (kept.staleSince ?? 0)).toBeLessThan(60_000);
    await loadWithCache(kept, loadable, async () => "面");
    expect([loadable.value, kept.staleSince]).toEqual(["面", null]);
  });

  it("it stays also when the server cannot answer just now", async () => {
    const { kept, loadable } = make();
    await loadWithCache(kept, loadable, async () => "饭");
    const busy = () => Promise.reject(new ApiError("unavailable", "", { status: 503 }));
    expect(await loadWithCache(kept, loadable, busy)).toBe("饭");
    expect(kept.staleSince).not.toBeNull();
  });

  it("that of an earlier visit is shown, once it has been written down", async () => {
    const { kept, loadable } = make();
    await loadWithCache(kept, loadable, async () => "饭");
    await expect.poll(() => readCached("orders", "somebody", textIn)?.value).toBe("饭");
    const later = make();
    expect(await loadWithCache(later.kept, later.loadable, away)).toBe("饭");
    expect([later.loadable.value, later.kept.staleSince]).toEqual([
      "饭",
      readCached("orders", "somebody", textIn)?.at,
    ]);
    const other = make("somebody else");
    await expect(loadWithCache(other.kept, other.loadable, away)).rejects.toMatchObject({
      code: "offline",
    });
  });

  it("any other failure is told as it is", async () => {
    const { kept, loadable } = make();
    writeCached("orders", "somebody", { at: 5, value: "饭" });
    const refused = async () => {
      throw new ApiError("not_found", "");
    };
    await expect(loadWithCache(kept, loadable, refused)).rejects.toMatchObject({ code: "not_found" });
    expect(loadable.value).toBeUndefined();
  });
});
