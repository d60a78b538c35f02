import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { savePayload } from "../support/api/specification/addressCases.ts";
import { SpecificationClient } from "../support/api/specification/SpecificationClient.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

interface SavedAddress {
  id: string;
  is_default: boolean;
}

let app: TestApp;
let buyer: Buyer;
let client: SpecificationClient;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
  client = new SpecificationClient(app.url);
  client.token = buyer.token;
});

afterAll(async () => {
  await app.close();
});

const addAddress = (body: unknown) => client.data<SavedAddress>("POST", "/api/v1/address/add", { body });
const updateAddress = (body: unknown) => client.data<SavedAddress>("PUT", "/api/v1/address/update", { body });
const poiPayload = (overrides: object) => ({
  ...savePayload,
  poi_info: { ...savePayload.poi_info, ...overrides },
});
const { is_default: _mark, house_number: _house, ...withoutOptional } = savePayload;
const { typecode: _code, ...withoutTypecode } = savePayload.poi_info;

describe("typecode", () => {
  test.each([
    ["0 as a number", poiPayload({ typecode: 0 }), "0"],
    ["a number", poiPayload({ typecode: 120302 }), "120302"],
    ["text", poiPayload({ typecode: "120302|120000" }), "120302|120000"],
    ["empty text", poiPayload({ typecode: "" }), "0"],
    ["null", poiPayload({ typecode: null }), "0"],
    ["absent", { ...savePayload, poi_info: withoutTypecode }, "0"],
  ])("may be %s", async (_what, body, typecode) => {
    expect(await addAddress(body)).toMatchObject({ poi_typecode: typecode });
    const [first] = await client.data<SavedAddress[]>("GET", "/api/v1/address/list");
    expect(await updateAddress({ ...body, id: first?.id })).toMatchObject({ poi_typecode: typecode });
  });
});

describe("is_default", () => {
  test.each([
    [1, true],
    [0, false],
    [true, true],
    [false, false],
    [null, false],
    [undefined, false],
  ])("may be %j", async (is_default, expected) => {
    expect(await addAddress({ ...withoutOptional, is_default })).toMatchObject({ is_default: expected });
  });

  test("left out of an update stays unchanged", async () => {
    const saved = await addAddress({ ...withoutOptional, is_default: 1 });
    expect(await updateAddress({ ...withoutOptional, id: saved.id })).toMatchObject({ is_default: true });
    expect(await updateAddress({ ...withoutOptional, id: saved.id, is_default: 0 })).toMatchObject({
      is_default: false,
    });
    expect(await updateAddress({ ...withoutOptional, id: saved.id })).toMatchObject({ is_default: false });
  });

  test.each([2, -1, "1", "true", 0.5])("may not be %j", async (is_default) => {
    const { status, body } = await client.send("POST", "/api/v1/address/add", {
      body: { ...withoutOptional, is_default },
    });
    expect({ status, data: body.data }).toMatchObject({ status: 400, data: { field: "is_default" } });
  });
});

describe("required fields", () => {
  const least = {
    recipient: "王小明",
    phone: "13812345678",
    poi_info: { name: "漕溪新苑", location: "121.437,31.1898" },
  };

  test("are a name, a phone number and a searched place; the rest follows from the place", async () => {
    expect(await addAddress(least)).toMatchObject({
      recipient: "王小明",
      address: "",
      detail_address: "漕溪新苑",
      house_number: "",
      poi_id: "",
      poi_typecode: "0",
    });
  });

  test("exclude those that map services leave empty, in each of its forms", async () => {
    for (const empty of ["", null, [], undefined]) {
      const lacking = { address: empty, citycode: empty, cityname: empty, adname: empty, type: empty };
      const saved = await addAddress({ ...least, poi_info: { ...least.poi_info, ...lacking, id: "B1" } });
      expect(saved).toMatchObject({ poi_id: "B1", poi_address: "", poi_type: "", poi_adname: "" });
    }
  });

  test("the names of a place's divisions are read from its national code when they are missing", async () => {
    const saved = await addAddress({ ...least, poi_info: { ...least.poi_info, adcode: "310104" } });
    expect(saved).toMatchObject({
      address: "上海市 徐汇区",
      poi_pname: "上海市",
      poi_cityname: "上海市",
      poi_adname: "徐汇区",
    });
    expect(await addAddress(poiPayload({ cityname: "上海" }))).toMatchObject({
      poi_cityname: "上海",
      poi_pname: "上海市",
    });
  });

  test.each([
    ["recipient", { ...least, recipient: undefined }, "请输入收货人姓名"],
    ["phone", { ...least, phone: undefined }, "请输入手机号"],
    ["poi_info", { ...least, poi_info: undefined }, "请选择详细地址"],
    ["poi_info.name", { ...least, poi_info: { location: "121,31" } }, "请选择地点名称"],
    ["poi_info.location", { ...least, poi_info: { name: "漕溪新苑" } }, "请选择地点坐标"],
  ])("and is asked for when it is missing: %s", async (field, body, msg) => {
    const response = await client.send("POST", "/api/v1/address/add", { body });
    expect(response).toMatchObject({ status: 400, body: { msg, data: { field } } });
  });

  test("results of the server's own place search can be saved unchanged", async () => {
    const { pois } = await client.data<{ pois: object[] }>("POST", "/api/v1/address/search-location", {
      body: { city: "上海", keyword: "徐家汇" },
    });
    for (const one of pois.slice(0, 5)) await addAddress({ ...withoutOptional, poi_info: one });
  });
});
