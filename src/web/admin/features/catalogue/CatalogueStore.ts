import { makeAutoObservable } from "mobx";
import { catalogueEndpoints, catalogueFilePath } from "#contract/staff/catalogue/endpoints.ts";
import type { CatalogueReport } from "#contract/staff/catalogue/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** Restaurants and menu as a file: first checked, then imported. */
export class CatalogueStore {
  /** The file that was checked last; null before the first. */
  file: File | null = null;
  isImported = false;
  readonly report = new Loadable<CatalogueReport>();
  private readonly api: Pick<ApiClient, "withToken" | "fetchFile">;

  constructor(api: Pick<ApiClient, "withToken" | "fetchFile">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { report: false, api: false }, { autoBind: true });
  }

  /** Whether the checked file would change something and has no problem. */
  get canImport(): boolean {
    const report = this.report.value;
    if (report === undefined || report.problem_count > 0 || this.isImported) return false;
    return [report.restaurants, report.dishes].some(({ added, changed }) => added + changed > 0);
  }

  /** Says what a file would do. Rethrows failures. */
  async check(file: File): Promise<void> {
    this.file = file;
    this.isImported = false;
    this.report.reset();
    await this.report.run((signal) => this.send("check", file, signal));
  }

  /** Imports the checked file. Rethrows failures. */
  async import(): Promise<void> {
    const { file } = this;
    if (file === null) return;
    const report = await this.report.run((signal) => this.send("import", file, signal));
    this.setImported(report.problem_count === 0);
  }

  /** Fetches the workbook with everything. Rethrows failures. */
  async fetchWorkbook(): Promise<Blob> {
    return await this.api.fetchFile("staff", catalogueFilePath, new AbortController().signal);
  }

  private setImported(isImported: boolean): void {
    this.isImported = isImported;
  }

  private async send(what: "check" | "import", file: File, signal: AbortSignal): Promise<CatalogueReport> {
    const options = { onProgress: () => undefined, signal };
    return (await uploadFile(this.api, catalogueEndpoints[what], file, options)) as CatalogueReport;
  }
}

export const catalogueStore = defineAdminStore(({ api }) => new CatalogueStore(api));
