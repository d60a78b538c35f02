// @vitest-environment happy-dom
import { act, lazy, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { OptionalContent } from "./OptionalContent.tsx";

test("a part whose code is lost disappears, and the page beside it stays", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Lost = lazy(() => Promise.reject(new TypeError("error loading dynamically imported module")));
  const place = document.createElement("div");
  await act(async () =>
    createRoot(place).render(
      <>
        <p>page</p>
        <OptionalContent>
          <Suspense fallback={null}>
            <Lost />
          </Suspense>
        </OptionalContent>
      </>,
    ),
  );
  expect(place.textContent).toBe("page");
});
