import { makeAutoObservable } from "mobx";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import type { ApiClient } from "#web/shared/api/ApiClient.ts";
import { Loadable } from "#web/shared/Loadable.ts";
import { logFailure } from "#web/shared/log.ts";
import { adminStoreOf } from "../AdminStores.ts";
import { officeMessages } from "../officeMessages.ts";

const operator = /^operator:(.*)$/;

/** The names of agents and admins, who are known by id elsewhere. */
export class ColleagueStore {
  private readonly names = new Loadable<ReadonlyMap<string, string>>();
  private readonly api: Pick<ApiClient, "call">;

  constructor(api: Pick<ApiClient, "call">) {
    this.api = api;
    makeAutoObservable<this, "names" | "api">(this, { names: false, api: false }, { autoBind: true });
  }

  /** Who that is, as people read it; empty until it is known, and for people who are not there any more. */
  nameOf(actor: string): string {
    const by = operator.exec(actor)?.[1];
    if (by !== undefined) return officeMessages.operator(by);
    return actor === "demo" ? officeMessages.demo : (this.names.value?.get(actor) ?? "");
  }

  /** Without the names the rest is still worth reading. */
  load(): void {
    const work = async (signal: AbortSignal) => {
      const { list } = await this.api.call(chatAdminEndpoints.staff, { signal });
      return new Map(list.map(({ staff_id, name }) => [staff_id, name]));
    };
    this.names.run(work).catch((error: unknown) => logFailure("loading the names of staff failed", error));
  }
}

export const colleagueStore = adminStoreOf(({ api }) => {
  const colleagues = new ColleagueStore(api);
  colleagues.load();
  return colleagues;
});
