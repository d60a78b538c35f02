// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeItem, storageKeys, writeJson } from "#web/lib/storage/storage.ts";
import { locationMessages } from "../messages.ts";
import { LocationStatus } from "./LocationStatus.tsx";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));

afterEach(() => {
  vi.unstubAllGlobals();
  removeItem(storageKeys.lastPosition);
});

async function render(): Promise<string> {
  const place = document.createElement("div");
  await act(async () =>
    createRoot(place).render(<LocationStatus text="" isLocating={true} onLocate={() => undefined} />),
  );
  return place.textContent ?? "";
}

const position = { lat: 31.2, lng: 121.4 };

test("what the position is for is said until the phone's own one is known", async () => {
  expect(await render()).toContain(locationMessages.purpose);
  writeJson(storageKeys.lastPosition, { city: "上海市", cityCode: "310100", position });
  expect(await render()).toContain(locationMessages.purpose);
  writeJson(storageKeys.lastPosition, { city: "上海市", position });
  expect(await render()).not.toContain(locationMessages.purpose);
});
