import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import type { IssuedVoucher } from "#contract/staff/admin/schema.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import type { RestaurantDish } from "#contract/staff/restaurant/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { PagedList, toPage } from "#web/lib/async/PagedList.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";
import { logErrors } from "../../ui/logErrors.ts";

/** Input for issuing vouchers: a meal and a quantity. `idempotencyKey` is the same for every retry of one intent. */
export interface IssueVouchersInput {
  items: { id: string; quantity: number }[];
  partner: string;
  title: string;
  days: number;
  count: number;
  idempotencyKey: string;
}

const maxFound = 8;

/** Filter of the vouchers; an empty string does not filter. `keyword` is a whole number or a partner's whole name. */
export interface VoucherListFilter {
  status: IssuedVoucher["status"] | "";
  keyword: string;
  from: string;
  until: string;
}

export const anyVoucher: VoucherListFilter = { status: "", keyword: "", from: "", until: "" };

/** Issued vouchers, and issuing new ones. */
export class VoucherStore {
  filter = anyVoucher;
  readonly vouchers: PagedList<IssuedVoucher>;
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    this.vouchers = new PagedList<IssuedVoucher>({
      fetchPage: async (page, signal) => {
        const filters = Object.entries(this.filter).filter(([, value]) => value !== "");
        const query = { page, pageSize: 20, ...Object.fromEntries(filters) };
        return toPage(await api.call(adminEndpoints.vouchers, { query, signal }));
      },
      getId: ({ number }) => number,
    });
  }

  setFilter(filter: VoucherListFilter): void {
    this.filter = filter;
  }

  /** Issues vouchers. Rethrows failures. */
  async issue({ title, idempotencyKey, ...input }: IssueVouchersInput): Promise<void> {
    const titleField = title === "" ? {} : { title };
    await this.api.call(adminEndpoints.issueVouchers, {
      body: { ...input, ...titleField, client_key: idempotencyKey },
    });
    await logErrors("loading vouchers failed", this.vouchers.reload());
  }

  /** Voids a voucher. Rethrows failures. */
  async end({ number }: IssuedVoucher): Promise<void> {
    await this.api.call(adminEndpoints.endVoucher, { body: { number } });
    await logErrors("loading vouchers failed", this.vouchers.reload());
  }

  /**
   * Finds dishes whose names contain a keyword; uses any restaurant, because all share the same menu.
   * Rethrows failures.
   */
  async findDishes(keyword: string): Promise<readonly RestaurantDish[]> {
    const { data } = await this.api.call(restaurantEndpoints.list, { query: { pageSize: 1 } });
    const [store] = data.stores;
    if (store === undefined) return [];
    const query = { restaurant_id: store.storecode, keyword, pageSize: maxFound };
    return (await this.api.call(staffRestaurantEndpoints.dishes, { query })).list;
  }
}

export const voucherStore = defineAdminStore(({ api }) => new VoucherStore(api));
