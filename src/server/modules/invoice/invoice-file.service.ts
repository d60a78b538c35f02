import { createHash } from "node:crypto";
import { invoicePdfPath } from "#contract/invoice/endpoints.ts";
import { invoiceLinkMinutes } from "#contract/invoice/limits.ts";
import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import type { StoredFile } from "../../platform/files/FileStorage.ts";
import { removeFiles } from "../../platform/files/remove-files.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { newId } from "../../platform/security/ids.ts";
import { LinkSigner, type SignedQuery } from "../../platform/security/LinkSigner.ts";
import { addMs } from "../../platform/time/clock.ts";
import * as repository from "./invoice.repository.ts";
import { assertPdf } from "./invoice-pdf.rules.ts";

const keyName = "invoice-link-key";

/** Links to PDFs by the name under which they are answered; undefined for none. */
interface LinkedFiles {
  url: string | undefined;
  reversal_url: string | undefined;
}

/** PDFs of invoices: private files, which customers open by signed links for some minutes. */
export class InvoiceFileService {
  readonly #deps: Deps;
  readonly #links: LinkSigner;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#links = new LinkSigner(deps, keyName);
  }

  /**
   * Writes a PDF and its row in a transaction with `work`, which says whose it is, or null if it is there already. Throws
   * "validation" for what is no PDF; an error of `work` leaves nothing.
   */
  async store(
    bytes: Buffer,
    work: (
      tx: QueryRunner,
      digest: string,
    ) => Promise<Pick<repository.InvoiceFileRow, "invoiceId" | "kind" | "uploadedBy"> | null>,
  ): Promise<void> {
    const { database, clock, files } = this.#deps;
    assertPdf(bytes);
    const digest = createHash("sha256").update(bytes).digest("hex");
    const id = newId();
    // The file first: a process that ends here leaves an unreferenced file, never a row without its file.
    const path = await files.write(id, bytes, "pdf");
    let isStored = false;
    try {
      isStored = await database.transaction(async (tx) => {
        const owner = await work(tx, digest);
        if (owner === null) return false;
        const row = { ...owner, id, path, bytes: bytes.length, digest, createdAt: clock.now() };
        await repository.insertFile(tx, row);
        return true;
      });
    } finally {
      if (!isStored) await removeFiles(this.#deps, [path]);
    }
  }

  /** Signs links to PDFs. */
  async sign({ url, reversal_url }: LinkedFiles) {
    const expiresAt = addMs(this.#deps.clock.now(), invoiceLinkMinutes * 60_000);
    const toUrl = async (id: string | undefined) => {
      if (id === undefined) return null;
      const link = new URL(`${invoicePdfPath}/${id}`, this.#deps.config.publicUrl);
      link.search = new URLSearchParams({
        ...(await this.#links.sign(`invoice ${id}`, expiresAt)),
      }).toString();
      return link.href;
    };
    return {
      url: await toUrl(url),
      reversal_url: await toUrl(reversal_url),
      expires_at: new Date(Math.floor(expiresAt.getTime() / 1000) * 1000).toISOString(),
    };
  }

  /** Opens a PDF by a signed link. Throws "forbidden" for a forged or expired one, "not_found" if it is gone. */
  async openSigned(id: string, query: Partial<SignedQuery>): Promise<StoredFile> {
    if (!(await this.#links.isValid(`invoice ${id}`, query)))
      throw new AppError("forbidden", {}, "链接已过期，请回到发票页面重新打开");
    return await this.open(id);
  }

  /** Opens a PDF for a member of staff. Throws "not_found". */
  async open(id: string): Promise<StoredFile> {
    const isValidId = /^[\w-]{1,64}$/.test(id);
    const row = isValidId ? await repository.findFileById(this.#deps.database.lookups, id) : undefined;
    const file = row === undefined ? null : await this.#deps.files.read(row.path);
    if (file === null) throw new AppError("not_found");
    return file;
  }
}
