import { headOfficeEndpoints } from "#contract/head-office/endpoints.ts";
import type { IssuedVoucher } from "#contract/head-office/schema.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/restaurant-admin/endpoints.ts";
import type { StoreDish } from "#contract/restaurant-admin/schema.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { PagedList, pageIn } from "#web/shared/PagedList.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { quietly } from "./quietly.ts";

/** What is issued: a meal, so many times. `key` is the same for every try of one intent. */
export interface VoucherWish {
  items: { id: string; quantity: number }[];
  partner: string;
  title: string;
  days: number;
  count: number;
  key: string;
}

const foundMost = 8;

/** The vouchers that were issued, and issuing more. */
export class VoucherStore {
  readonly vouchers: PagedList<IssuedVoucher>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.vouchers = new PagedList<IssuedVoucher>({
      fetchPage: async (page, signal) =>
        pageIn(await api.call(headOfficeEndpoints.vouchers, { query: { page, pageSize: 20 }, signal })),
      idOf: ({ number }) => number,
    });
  }

  /** Rethrows failures. */
  async issue({ title, key, ...wish }: VoucherWish): Promise<void> {
    const named = title === "" ? {} : { title };
    await this.api.call(headOfficeEndpoints.issueVouchers, { body: { ...wish, ...named, client_key: key } });
    await quietly("loading vouchers failed", this.vouchers.reload());
  }

  /** Makes a voucher worthless. Rethrows failures. */
  async end({ number }: IssuedVoucher): Promise<void> {
    await this.api.call(headOfficeEndpoints.endVoucher, { body: { number } });
    await quietly("loading vouchers failed", this.vouchers.reload());
  }

  /** Dishes whose names hold a keyword; the menu is the same in all stores, so any store tells. Rethrows failures. */
  async findDishes(keyword: string): Promise<readonly StoreDish[]> {
    const { data } = await this.api.call(restaurantEndpoints.list, { query: { pageSize: 1 } });
    const [store] = data.stores;
    if (store === undefined) return [];
    const query = { restaurant_id: store.storecode, keyword, pageSize: foundMost };
    return (await this.api.call(restaurantAdminEndpoints.dishes, { query })).list;
  }
}

export const voucherStore = adminStoreOf(({ api }) => new VoucherStore(api));
