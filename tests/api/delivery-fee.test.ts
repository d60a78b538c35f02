import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { orderEndpoints as endpoints } from "#contract/order/endpoints.ts";
import { createBuyer, takeawayOrderForm } from "../support/api/buyers.ts";
import { dish, homeAddressForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

describe("the delivery fee", () => {
  /** Quotes an order at a distance in metres; SH002 delivers within five kilometres. */
  async function quoteAt(metres: number, quantity = 1) {
    const buyer = await createBuyer(app);
    const location = `121.440100,${(31.1829 - metres / 111_195).toFixed(6)}`;
    const body = { ...homeAddressForm, poi_info: { ...homeAddressForm.poi_info, location } };
    const { id } = await buyer.data(addressEndpoints.add, { body });
    const orderForm = takeawayOrderForm(buyer, {
      restaurant_id: "SH002",
      address_id: id,
      items: [{ id: dish.id, quantity }],
    });
    return await buyer.data(endpoints.quote, { body: orderForm });
  }

  test.each([
    [10, 1, 500],
    [2_995, 1, 500],
    [3_005, 1, 600],
    [3_995, 1, 600],
    [4_005, 1, 700],
    [4_995, 1, 700],
    [4_995, 2, 0],
  ])("over %i metres with %i portions is %i fen", async (metres, quantity, fee) => {
    const quote = await quoteAt(metres, quantity);
    expect(quote).toMatchObject({
      delivery_fee: fee,
      total_amount: dish.price * quantity + fee,
      problems: [],
    });
    expect(Math.abs((quote.distance ?? 0) - metres)).toBeLessThanOrEqual(2);
  });

  test("is not quoted beyond five kilometres", async () => {
    expect((await quoteAt(5_010)).problems.map((item) => item.error)).toEqual(["out_of_range"]);
  });
});
