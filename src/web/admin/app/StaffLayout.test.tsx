// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiClient } from "#web/lib/api/ApiClient.ts";
import { Session } from "#web/lib/session/Session.ts";
import { AdminStores, AdminStoresContext } from "./AdminStores.ts";
import { StaffLayout } from "./StaffLayout.tsx";

let root: Root;
let requestedPaths: string[];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = '<div id="place"></div>';
  root = createRoot(document.querySelector("#place") as HTMLElement);
  requestedPaths = [];
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

function createStores(): AdminStores {
  const session = new Session();
  session.setServiceToken("t");
  const fetch = async (url: string) => {
    requestedPaths.push(url);
    const data = url.includes("app/settings")
      ? { version: "1.2.3" }
      : { staff_id: "s1", name: "林晓", role: "agent", restaurant_id: null };
    return new Response(JSON.stringify({ code: 200, msg: "ok", data }));
  };
  const api = new ApiClient({ tokenFor: () => "t", onUnauthenticated: () => undefined, fetch });
  return new AdminStores(api, session);
}

const renderLayout = (stores: AdminStores, page: string) =>
  act(async () =>
    root.render(
      <AdminStoresContext.Provider value={stores}>
        <BrowserRouter>
          <StaffLayout key={page}>{page}</StaffLayout>
        </BrowserRouter>
      </AdminStoresContext.Provider>,
    ),
  );

test("the version of the server stands at the foot, and is fetched once for all pages", async () => {
  const stores = createStores();
  await renderLayout(stores, "first");
  const foot = () => document.querySelector("nav")?.lastElementChild?.textContent;
  await vi.waitFor(() => expect(foot()).toMatch(/版本 1\.2\.3$/));
  await renderLayout(stores, "second");
  expect(foot()).toMatch(/版本 1\.2\.3$/);
  expect(requestedPaths.filter((path) => path.includes("app/settings"))).toHaveLength(1);
});
