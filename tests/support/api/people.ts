import { addressEndpoints } from "#contract/address/endpoints.ts";
import type { AddressRequest } from "#contract/address/schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { Client } from "./Client.ts";
import type { TestApp } from "./testApp.ts";

let serial = 0;

/** Versions of the sample texts, to which customers of tests agree at their login. */
export const sampleVersions = { agreement: 0, privacy: 0 };

/** Creates a phone number and an IP address that no other test uses. */
export function createPhone(): { phone: string; ip: string } {
  serial += 1;
  const n = serial;
  return { phone: `137${String(10_000_000 + n)}`, ip: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
}

/** Returns the newest code sent to a phone. */
export async function readLatestCode(app: TestApp, phone: string): Promise<string> {
  const response = await fetch(`${app.sandbox.url}/sms?phone=${phone}`);
  const [newest] = (await response.json()) as { code: string }[];
  if (newest === undefined) throw new Error(`no message was sent to ${phone}`);
  return newest.code;
}

/** Creates a customer who has just logged in. */
export async function createCustomer(app: TestApp): Promise<Client & { phone: string }> {
  const { phone, ip } = createPhone();
  const visitor = new Client(app.server);
  await visitor.data(userEndpoints.sendCode, { body: { phone }, ip });
  const body = { phone, code: await readLatestCode(app, phone), loginType: "sms", consent: sampleVersions };
  const { token } = await visitor.data(userEndpoints.login, { body, ip });
  return Object.assign(new Client(app.server, token), { phone });
}

/** An address next to the default position, in reach of restaurants that never close. */
export const homeAddressForm: AddressRequest = {
  recipient: "王小明",
  phone: "13812345678",
  location: "上海市 上海市 徐汇区",
  details: "漕溪新苑",
  house_number: "3号楼501",
  poi_info: {
    id: "B001",
    name: "漕溪新苑",
    address: "漕溪北路750弄",
    location: "121.437000,31.189800",
    adcode: "310104",
    citycode: "021",
    cityname: "上海市",
    adname: "徐汇区",
    pname: "上海市",
    type: "住宅小区",
    typecode: "120302",
  },
  is_default: true,
};

/** A restaurant that is always open and a dish that is always sold there, in fen. */
export const defaultRestaurantId = "SH001";
export const dish = { id: "10205", price: 3300 };

let keyCount = 0;

/** Builds a takeaway order form for the customer's first address, with the total quoted by the server. */
export async function quotedOrderForm(
  customer: Client,
  items: CreateOrderRequest["items"],
  overrides: Partial<CreateOrderRequest> = {},
): Promise<CreateOrderRequest> {
  let [address] = await customer.data(addressEndpoints.list);
  address ??= await customer.data(addressEndpoints.add, { body: homeAddressForm });
  const orderForm = {
    order_type: "takeaway" as const,
    restaurant_id: defaultRestaurantId,
    items,
    address_id: address.id,
  };
  const quote = await customer.data(orderEndpoints.quote, { body: orderForm });
  keyCount += 1;
  return {
    ...orderForm,
    expected_total: quote.total_amount,
    client_key: `test-key-${keyCount}`,
    ...overrides,
  };
}
