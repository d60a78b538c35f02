import { makeAutoObservable } from "mobx";
import { catalogueEndpoints, catalogueFilePath } from "#contract/staff/catalogue/endpoints.ts";
import type { CatalogueReport } from "#contract/staff/catalogue/schema.ts";
import type { ApiClient } from "#web/lib/api/ApiClient.ts";
import { fetchFile } from "#web/lib/api/fetchFile.ts";
import { uploadFile } from "#web/lib/api/uploadFile.ts";
import { Loadable } from "#web/lib/async/Loadable.ts";
import { defineAdminStore } from "../../app/AdminStores.ts";

/** A large chain takes its time; the server's own limit is below this. */
const answerMs = 150_000;
/** Time for a whole download: the pictures of a chain are more than a hundred megabytes. */
const fileTimeoutMs = 1_800_000;

/** Restaurants and menu as a file: first checked, then imported. */
export class CatalogueStore {
  /** The file that was checked last; null before the first. */
  file: File | null = null;
  /** What the file would do. */
  readonly check = new Loadable<CatalogueReport>();
  /** What its import did. */
  readonly done = new Loadable<CatalogueReport>();
  private readonly api: Pick<ApiClient, "withToken" | "send">;

  constructor(api: Pick<ApiClient, "withToken" | "send">) {
    this.api = api;
    makeAutoObservable<this, "api">(this, { check: false, done: false, api: false }, { autoBind: true });
  }

  /** The newest report: of the import if it found problems or succeeded, else of the check. */
  get report(): CatalogueReport | undefined {
    return this.done.value ?? this.check.value;
  }

  get isImported(): boolean {
    return this.done.value?.problem_count === 0;
  }

  /** Whether the checked file would change something and has no problem. */
  get canImport(): boolean {
    const { report } = this;
    if (report === undefined || report.problem_count > 0 || this.isImported) return false;
    return [report.restaurants, report.dishes, report.offers, report.staff].some(
      ({ added, changed }) => added + changed > 0,
    );
  }

  /** Says what a file would do. Rethrows failures. */
  async checkFile(file: File): Promise<void> {
    this.file = file;
    this.check.reset();
    this.done.reset();
    await this.check.run((signal) => this.send("check", file, signal));
  }

  /** Imports the checked file. Rethrows failures, after which it can be tried again. */
  async import(): Promise<void> {
    const { file } = this;
    if (file !== null) await this.done.run((signal) => this.send("import", file, signal));
  }

  /** Fetches the workbook of restaurants and menu or of another table, or the ZIP of pictures. Rethrows failures. */
  async fetchFile(table: "catalogue" | "offers" | "staff" | "pictures"): Promise<Blob> {
    const url = table === "catalogue" ? catalogueFilePath : `${catalogueFilePath}?table=${table}`;
    const { signal } = new AbortController();
    return await fetchFile(this.api, { principal: "staff", url, signal, timeoutMs: fileTimeoutMs });
  }

  private async send(what: "check" | "import", file: File, signal: AbortSignal): Promise<CatalogueReport> {
    const options = { onProgress: () => undefined, signal, stallMs: answerMs };
    return (await uploadFile(this.api, catalogueEndpoints[what], file, options)) as CatalogueReport;
  }
}

export const catalogueStore = defineAdminStore(({ api }) => new CatalogueStore(api));
