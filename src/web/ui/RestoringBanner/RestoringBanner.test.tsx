// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { Freshness } from "../../lib/api/Freshness.ts";
import { RestoringBanner } from "./RestoringBanner.tsx";

test("shows how old data is while the server's database is away, and hides once it is current again", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const freshness = new Freshness();
  const place = document.createElement("div");
  await act(async () => createRoot(place).render(<RestoringBanner freshness={freshness} />));
  expect(place.textContent).toBe("");
  await act(async () => freshness.recordAge("/api/v1/menu/items?restaurant_id=SH001", "190"));
  expect(place.querySelector('[role="status"]')?.textContent).toContain("3 分钟前");
  await act(async () => freshness.recordAge("/api/v1/menu/items?restaurant_id=SH001", "5"));
  expect(place.textContent).toContain("刚才");
  await act(async () => freshness.recordAge("/api/v1/app/settings", null));
  expect(place.textContent).toContain("刚才");
  await act(async () => freshness.recordAge("/api/v1/menu/items?restaurant_id=SH002", null));
  expect(place.textContent).toBe("");
});
