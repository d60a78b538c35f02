// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { confirm } from "./notify.tsx";
import { useLeaveConfirmation } from "./useLeaveConfirmation.ts";

vi.mock("./notify.tsx", () => ({ confirm: vi.fn() }));

const ask = vi.mocked(confirm);
const follow = vi.fn((event: MouseEvent) => event.preventDefault());
let root: Root;

/** A form with unsaved text; its links are followed, but the next page does not come yet. */
function TypedForm() {
  useLeaveConfirmation(true);
  return (
    <>
      <input />
      <a href="/admin/staff">员工</a>
      <a href="/admin/roles">岗位</a>
    </>
  );
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.resetAllMocks();
  follow.mockImplementation((event) => event.preventDefault());
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.querySelector("div") as HTMLElement);
  act(() => root.render(<TypedForm />));
  document.addEventListener("click", follow);
});

afterEach(() => {
  document.removeEventListener("click", follow);
  act(() => root.unmount());
});

/** Follows a link; the question is answered, and leaves the history as the real one does. */
async function click(name: string): Promise<void> {
  const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name);
  link?.click();
  await new Promise((resolve) => setTimeout(resolve));
  window.dispatchEvent(new PopStateEvent("popstate"));
  await new Promise((resolve) => setTimeout(resolve));
}

test("unsaved text is asked about each time until it may be dropped", async () => {
  ask.mockResolvedValue(false);
  await click("员工");
  await click("岗位");
  expect([ask.mock.calls.length, follow.mock.calls.length]).toEqual([2, 0]);
});

test("once the text may be dropped, further links are followed until the next page comes", async () => {
  ask.mockResolvedValue(true);
  await click("员工");
  expect(follow).toHaveBeenCalledOnce();
  await click("岗位");
  expect([ask.mock.calls.length, follow.mock.calls.length]).toEqual([1, 2]);
});

test("text that is typed into the page after all is asked about again", async () => {
  ask.mockResolvedValue(true);
  await click("员工");
  document.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
  ask.mockResolvedValue(false);
  await click("岗位");
  expect([ask.mock.calls.length, follow.mock.calls.length]).toEqual([2, 1]);
});
