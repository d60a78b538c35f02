// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SearchInput } from "./SearchInput.tsx";
import { useQueryFilter } from "./useQueryFilter.ts";

const empty = { keyword: "", state: "" };
const store = { setFilter: () => undefined };
let root: Root;

function List() {
  const [filter, change] = useQueryFilter(store, empty);
  return (
    <>
      <SearchInput label="搜索" value={filter.keyword} onChange={(keyword) => change({ keyword })} />
      <output>{filter.keyword}</output>
      <button type="button" name="state" onClick={() => change({ state: "open" })} />
    </>
  );
}

const field = () => document.querySelector("input") as HTMLInputElement;
const address = () => new URLSearchParams(location.search);

/** Types as a browser does: the field holds the text before the app is told of it. */
function type(text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  set?.call(field(), text);
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(async () => {
  history.replaceState(null, "", "/list");
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.querySelector("div") as HTMLDivElement);
  // Without act: the address follows in a transition, as in the app.
  root.render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
  await expect.poll(field).not.toBeNull();
});

afterEach(() => root.unmount());

test("what is typed before the address follows is never replaced by what the address holds", async () => {
  for (const letter of "nihao") type(field().value + letter);
  expect(field().value).toBe("nihao");
  type("你好");
  expect(field().value).toBe("你好");
  await expect.poll(() => address().get("keyword")).toBe("你好");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(field().value).toBe("你好");
});

test("a filter that is chosen before the address follows what was typed loses nothing", async () => {
  type("面");
  document.querySelector<HTMLButtonElement>("button[name=state]")?.click();
  await expect.poll(() => Object.fromEntries(address())).toEqual({ keyword: "面", state: "open" });
  expect(field().value).toBe("面");
});

test("a filter that comes from the address replaces what was typed", async () => {
  type("面");
  // Before the page has followed the address, there would be nothing to replace.
  await expect.poll(() => document.querySelector("output")?.textContent).toBe("面");
  history.back();
  await expect.poll(() => field().value).toBe("");
});
