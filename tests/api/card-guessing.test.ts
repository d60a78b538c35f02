import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints as calls } from "#contract/card/endpoints.ts";
import { type Buyer, newBuyer, newBuyers } from "../support/api/buyers.ts";
import { orderAt } from "../support/api/kitchen.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { newCard } from "../support/api/wallet.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await newBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const bind = (who: Buyer, body: object) => who.persist(calls.bind, { body });
const wrong = (pin: string) => (pin === "000000" ? "111111" : "000000");

describe("guessing a PIN", () => {
  test("is answered alike for cards that exist and for numbers that do not", async () => {
    const card = await newCard(app, 100);
    for (const number of [card.number, "8899000000000000"]) {
      const guesser = await newBuyer(app);
      const pin = wrong(card.pin);
      for (let nth = 0; nth < 5; nth++)
        expect(await bind(guesser, { number, pin })).toMatchObject({ status: 422, error: "bad_pin" });
      expect(await bind(guesser, { number, pin: card.pin })).toMatchObject({
        status: 429,
        error: "card_locked",
        msg: "错误次数过多，请 24 小时后再试",
        data: { retry_after: 86_400 },
      });
    }
  });

  test("a customer has five tries on a card within a day, counted one by one", async () => {
    const card = await newCard(app, 100);
    const guess = () => bind(buyer, { ...card, pin: wrong(card.pin) });
    for (let nth = 0; nth < 4; nth++) expect((await guess()).error).toBe("bad_pin");
    app.clock.pass(60 * minute);
    expect((await guess()).error).toBe("bad_pin");
    app.clock.pass(23 * 60 * minute - 1);
    expect((await bind(buyer, card)).error).toBe("card_locked");
    app.clock.pass(1);
    expect((await bind(buyer, card)).status).toBe(200);
  });

  test("a customer who tries one card after the other waits, whatever own card is bound in between", async () => {
    const own = await newCard(app, 100);
    await bind(buyer, own);
    const guess = (nth: number) => bind(buyer, { number: `${8899000000000000 + nth}`, pin: "000000" });
    for (let nth = 0; nth < 4; nth++) expect((await guess(nth)).error).toBe("bad_pin");
    expect((await bind(buyer, own)).status).toBe(200);
    expect((await guess(4)).error).toBe("bad_pin");
    expect(await bind(buyer, own)).toMatchObject({ error: "card_locked", data: { retry_after: 900 } });
    for (const first of [10, 20]) {
      app.clock.pass(15 * minute);
      for (let nth = 0; nth < 5; nth++) expect((await guess(first + nth)).error).toBe("bad_pin");
    }
    app.clock.pass(15 * minute);
    const { data } = await bind(buyer, own);
    expect(data).toMatchObject({ retry_after: 86_400 - 45 * 60 });
  });

  test("others behind the same address are not locked by one who guesses", async () => {
    const [card, guesser, neighbour] = [await newCard(app, 100), await newBuyer(app), await newBuyer(app)];
    const ip = "10.9.0.1";
    for (let nth = 0; nth < 30; nth++) {
      const body = { number: `${8898000000000000 + nth}`, pin: "000000" };
      await (nth < 5 ? guesser : await newBuyer(app)).persist(calls.bind, { body, ip });
    }
    expect((await neighbour.persist(calls.bind, { body: card, ip })).status).toBe(200);
  });

  test("the owner of a card that strangers tried binds it", async () => {
    const card = await newCard(app, 100);
    for (const stranger of await newBuyers(app, 3))
      for (let nth = 0; nth < 6; nth++) await bind(stranger, { ...card, pin: wrong(card.pin) });
    expect((await bind(buyer, { ...card, pin: wrong(card.pin) })).error).toBe("bad_pin");
    expect((await bind(buyer, card)).status).toBe(200);
  });

  test("gets thirty looks a day from new customers, however many there are, and twenty more from regulars", {
    timeout: 120_000,
  }, async () => {
    const card = await newCard(app, 100);
    const guess = (who: Buyer) => bind(who, { ...card, pin: wrong(card.pin) });
    const count = async (people: Buyer[]) => {
      let looks = 0;
      for (const one of people)
        for (let nth = 0; nth < 6; nth++) if ((await guess(one)).error === "bad_pin") looks += 1;
      return looks;
    };
    expect(await count(await newBuyers(app, 20))).toBe(30);
    expect(await bind(buyer, card)).toMatchObject({
      status: 429,
      error: "card_locked",
      msg: "这张卡被多次输错密码，请 24 小时后再试，或联系客服换卡",
    });
    const regulars = await newBuyers(app, 12);
    await Promise.all(regulars.map((one) => orderAt(app, one, "completed")));
    app.clock.pass(60 * minute);
    expect(await count(regulars.slice(0, 4))).toBe(8);
    expect(await count(regulars.slice(4, 11))).toBe(12);
    expect((await bind(regulars[11]!, card)).error).toBe("card_locked");
  });

  test("of a card that strangers have taken thirty looks at leaves a regular customer's way open", async () => {
    const card = await newCard(app, 100);
    for (const stranger of await newBuyers(app, 15))
      for (let nth = 0; nth < 5; nth++) await bind(stranger, { ...card, pin: wrong(card.pin) });
    expect((await bind(buyer, card)).error).toBe("card_locked");
    await orderAt(app, buyer, "completed");
    expect((await bind(buyer, card)).status).toBe(200);
  });

  test("M25: a hundred times at once gets thirty looks, be the right one among them or not", {
    timeout: 60_000,
  }, async () => {
    const card = await newCard(app, 100);
    const people = await newBuyers(app, 100);
    const answers = await Promise.all(
      people.map((person) => bind(person, { ...card, pin: wrong(card.pin) })),
    );
    expect(answers.filter(({ error }) => error === "bad_pin")).toHaveLength(30);
    expect(answers.filter(({ error }) => error === "card_locked")).toHaveLength(70);
    expect((await bind(buyer, card)).error).toBe("card_locked");
  });

  test("leaves neither PINs nor the numbers that were tried in the database", async () => {
    const card = await newCard(app, 100);
    await bind(buyer, { number: "6222020200112233445", pin: card.pin });
    const rows = JSON.stringify([
      await app.sql("select * from pin_guards"),
      await app.sql("select * from cards where number = $1", [card.number]),
    ]);
    expect(rows).not.toContain("6222020200112233445");
    expect(rows).not.toContain(`"${card.pin}"`);
  });
});
