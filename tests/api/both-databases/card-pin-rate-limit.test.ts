import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints as endpoints } from "#contract/card/endpoints.ts";
import { type Buyer, createBuyer, createBuyers } from "../../support/api/buyers.ts";
import { createOrderInStatus } from "../../support/api/orders.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";
import { createCard } from "../../support/api/wallet.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const bindCard = (who: Buyer, body: object) => who.callWithRetry(endpoints.bind, { body });
const differentPin = (pin: string) => (pin === "000000" ? "111111" : "000000");

describe("guessing a PIN", () => {
  test("gets the same response for existing cards and for unknown numbers", async () => {
    const card = await createCard(app, 100);
    for (const number of [card.number, "8899000000000000"]) {
      const guesser = await createBuyer(app);
      const pin = differentPin(card.pin);
      for (let nth = 0; nth < 5; nth++)
        expect(await bindCard(guesser, { number, pin })).toMatchObject({ status: 422, error: "bad_pin" });
      expect(await bindCard(guesser, { number, pin: card.pin })).toMatchObject({
        status: 429,
        error: "card_locked",
        msg: "错误次数过多，请 24 小时后再试",
        data: { retry_after: 86_400 },
      });
    }
  });

  test("is limited to five attempts on a card within a day, counted one by one", async () => {
    const card = await createCard(app, 100);
    const guess = () => bindCard(buyer, { ...card, pin: differentPin(card.pin) });
    for (let nth = 0; nth < 4; nth++) expect((await guess()).error).toBe("bad_pin");
    app.clock.advance(60 * minute);
    expect((await guess()).error).toBe("bad_pin");
    app.clock.advance(23 * 60 * minute - 1);
    expect((await bindCard(buyer, card)).error).toBe("card_locked");
    app.clock.advance(1);
    expect((await bindCard(buyer, card)).status).toBe(200);
  });

  test("of many cards locks the customer, whatever own card is bound in between", async () => {
    const own = await createCard(app, 100);
    await bindCard(buyer, own);
    const guess = (nth: number) => bindCard(buyer, { number: `${8899000000000000 + nth}`, pin: "000000" });
    for (let nth = 0; nth < 4; nth++) expect((await guess(nth)).error).toBe("bad_pin");
    expect((await bindCard(buyer, own)).status).toBe(200);
    expect((await guess(4)).error).toBe("bad_pin");
    expect(await bindCard(buyer, own)).toMatchObject({ error: "card_locked", data: { retry_after: 900 } });
    for (const first of [10, 20]) {
      app.clock.advance(15 * minute);
      for (let nth = 0; nth < 5; nth++) expect((await guess(first + nth)).error).toBe("bad_pin");
    }
    app.clock.advance(15 * minute);
    const { data } = await bindCard(buyer, own);
    expect(data).toMatchObject({ retry_after: 86_400 - 45 * 60 });
  });

  test("does not lock other customers behind the same address", async () => {
    const [card, guesser, neighbour] = [
      await createCard(app, 100),
      await createBuyer(app),
      await createBuyer(app),
    ];
    const ip = "10.9.0.1";
    for (let nth = 0; nth < 30; nth++) {
      const body = { number: `${8898000000000000 + nth}`, pin: "000000" };
      await (nth < 5 ? guesser : await createBuyer(app)).callWithRetry(endpoints.bind, { body, ip });
    }
    expect((await neighbour.callWithRetry(endpoints.bind, { body: card, ip })).status).toBe(200);
  });

  test("by strangers does not stop the owner of the card from binding it", async () => {
    const card = await createCard(app, 100);
    for (const stranger of await createBuyers(app, 3))
      for (let nth = 0; nth < 6; nth++) await bindCard(stranger, { ...card, pin: differentPin(card.pin) });
    expect((await bindCard(buyer, { ...card, pin: differentPin(card.pin) })).error).toBe("bad_pin");
    expect((await bindCard(buyer, card)).status).toBe(200);
  });

  test("gets thirty checks a day from new customers, however many there are, and twenty more from regulars", {
    timeout: 120_000,
  }, async () => {
    const card = await createCard(app, 100);
    const guess = (who: Buyer) => bindCard(who, { ...card, pin: differentPin(card.pin) });
    const count = async (people: Buyer[]) => {
      let looks = 0;
      for (const one of people)
        for (let nth = 0; nth < 6; nth++) if ((await guess(one)).error === "bad_pin") looks += 1;
      return looks;
    };
    expect(await count(await createBuyers(app, 20))).toBe(30);
    expect(await bindCard(buyer, card)).toMatchObject({
      status: 429,
      error: "card_locked",
      msg: "这张卡被多次输错密码，请 24 小时后再试，或联系客服换卡",
    });
    const regulars = await createBuyers(app, 12);
    await Promise.all(regulars.map((one) => createOrderInStatus(app, one, "completed")));
    app.clock.advance(60 * minute);
    expect(await count(regulars.slice(0, 4))).toBe(8);
    expect(await count(regulars.slice(4, 11))).toBe(12);
    expect((await bindCard(regulars[11]!, card)).error).toBe("card_locked");
  });

  test("by strangers thirty times on a card still leaves a regular customer able to bind it", async () => {
    const card = await createCard(app, 100);
    for (const stranger of await createBuyers(app, 15))
      for (let nth = 0; nth < 5; nth++) await bindCard(stranger, { ...card, pin: differentPin(card.pin) });
    expect((await bindCard(buyer, card)).error).toBe("card_locked");
    await createOrderInStatus(app, buyer, "completed");
    expect((await bindCard(buyer, card)).status).toBe(200);
  });

  test("a hundred times concurrently gets thirty checks, whether or not the right PIN is among them", {
    timeout: 60_000,
  }, async () => {
    const card = await createCard(app, 100);
    const people = await createBuyers(app, 100);
    const responses = await Promise.all(
      people.map((person) => bindCard(person, { ...card, pin: differentPin(card.pin) })),
    );
    expect(responses.filter(({ error }) => error === "bad_pin")).toHaveLength(30);
    expect(responses.filter(({ error }) => error === "card_locked")).toHaveLength(70);
    expect((await bindCard(buyer, card)).error).toBe("card_locked");
  });

  test("leaves neither PINs nor the attempted numbers in the database", async () => {
    const card = await createCard(app, 100);
    await bindCard(buyer, { number: "6222020200112233445", pin: card.pin });
    const rows = JSON.stringify([
      await app.sql("select * from pin_attempts"),
      await app.sql("select * from cards where number = $1", [card.number]),
    ]);
    expect(rows).not.toContain("6222020200112233445");
    expect(rows).not.toContain(`"${card.pin}"`);
  });
});
