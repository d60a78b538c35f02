import { expect, test } from "vitest";
import { parseVoucher } from "./Voucher.ts";

const item = { id: "10205", name: "滑蛋虾仁饭", spec_name: null, image: "/a.webp", quantity: 2 };
const wire = {
  third_party_order_id: "V1",
  partner: "味来",
  title: "双人套餐",
  status: "issued",
  items: [item],
  expires_at: "2026-12-01T00:00:00.000Z",
  order_public_id: null,
};

test("a voucher is parsed with its dishes", () => {
  expect(parseVoucher(wire)).toEqual({
    id: "V1",
    partner: "味来",
    title: "双人套餐",
    status: "issued",
    items: [{ id: "10205", name: "滑蛋虾仁饭", specName: null, image: "/a.webp", quantity: 2 }],
    expiresAt: "2026-12-01T00:00:00.000Z",
  });
});

test("dishes that cannot be ordered are left out, and a missing quantity means one", () => {
  const items = [{ ...item, id: 7, spec_name: "大杯", quantity: undefined }, { ...item, name: "" }, null, 3];
  expect(parseVoucher({ ...wire, items })?.items).toMatchObject([{ id: "7", specName: "大杯", quantity: 1 }]);
});

test.each([
  null,
  [],
  {},
  { ...wire, status: "lost" },
  { ...wire, third_party_order_id: "" },
  { ...wire, items: [] },
  { ...wire, items: "x" },
])("%j is no voucher", (data) => {
  expect(parseVoucher(data)).toBeNull();
});
