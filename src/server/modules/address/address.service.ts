import type { Address, AddressInput } from "#contract/address/schema.ts";
import type { Position } from "#contract/distance.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import * as users from "../user/user.repository.ts";
import { presentAddress } from "./address.presenter.ts";
import * as repository from "./address.repository.ts";
import { toColumns } from "./address-input.rules.ts";

/** Manages a customer's address book. At most one address is the default; the first one becomes it. */
export class AddressService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(userId: string): Promise<Address[]> {
    return (await repository.listByUserId(this.#deps.database.lookups, userId)).map(presentAddress);
  }

  /** Returns the address of that id, else the default one or null. Throws "not_found" for a foreign id. */
  async findByIdOrDefault(
    userId: string,
    id: string | undefined,
  ): Promise<{ address: Address; point: Position } | null> {
    const { lookups } = this.#deps.database;
    const row =
      id === undefined
        ? await repository.findDefault(lookups, userId)
        : await this.#getOwned(lookups, userId, id);
    return row === undefined ? null : { address: presentAddress(row), point: { lat: row.lat, lng: row.lng } };
  }

  async add(userId: string, input: AddressInput): Promise<Address> {
    const columns = toColumns(input);
    return await this.#withUserLock(userId, async (tx) => {
      const total = await repository.countByUserId(tx, userId);
      if (total >= this.#deps.config.limits.addresses) throw new AppError("address_limit");
      const now = this.#deps.clock.now();
      const isDefault = columns.isDefault === true || total === 0;
      const row = { id: newId(), userId, ...columns, isDefault, createdAt: now, updatedAt: now };
      if (isDefault) await repository.clearDefaults(tx, userId, row.id);
      await repository.insert(tx, row);
      return row.id;
    });
  }

  /** Updates an address; without a default flag in the input the stored one stays. */
  async update(userId: string, input: AddressInput & { id: string }): Promise<Address> {
    const columns = toColumns(input);
    return await this.#withUserLock(userId, async (tx) => {
      await this.#getOwned(tx, userId, input.id);
      if (columns.isDefault === true) await repository.clearDefaults(tx, userId, input.id);
      await repository.update(tx, input.id, { ...columns, updatedAt: this.#deps.clock.now() });
      return input.id;
    });
  }

  async setDefault(userId: string, id: string): Promise<Address> {
    return await this.#withUserLock(userId, async (tx) => {
      await this.#getOwned(tx, userId, id);
      await repository.clearDefaults(tx, userId, id);
      await repository.update(tx, id, { isDefault: true, updatedAt: this.#deps.clock.now() });
      return id;
    });
  }

  async remove(userId: string, id: string): Promise<void> {
    if (!(await repository.deleteOwned(this.#deps.database.lookups, userId, id)))
      throw new AppError("not_found");
  }

  /** Runs a change while the customer is locked, then returns the changed address. */
  async #withUserLock(userId: string, change: (tx: QueryRunner) => Promise<string>): Promise<Address> {
    return await this.#deps.database.transaction(async (tx) => {
      await users.lockForUpdate(tx, userId);
      return presentAddress(await this.#getOwned(tx, userId, await change(tx)));
    });
  }

  async #getOwned(tx: QueryRunner, userId: string, id: string): Promise<repository.AddressRow> {
    const row = await repository.findOwned(tx, userId, id);
    if (row === undefined) throw new AppError("not_found");
    return row;
  }
}
