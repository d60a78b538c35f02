import { setTimeout as sleep } from "node:timers/promises";
import { LoadClient } from "../LoadClient.ts";

const paths = ["/", "/takeaway", "/login"];
const pauseMs = 100;

/** Opens pages one after the other as a browser does: the document, then all scripts and styles that it names. */
export class PageLoader {
  /** Files that could not be loaded. */
  readonly failures: string[] = [];
  pages = 0;
  files = 0;
  readonly #client: LoadClient;
  #isStopped = false;

  constructor(url: string) {
    this.#client = new LoadClient(url);
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#load(paths[this.pages++ % paths.length] ?? "/");
      await sleep(pauseMs);
    }
    this.#client.close();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #load(path: string): Promise<void> {
    const { problem, text } = await this.#client.send({ method: "GET", path });
    if (problem !== null) return void this.failures.push(`${path}: ${problem}`);
    const files = new Set(text.toString().match(/\/assets\/[\w.-]+\.(js|css)/g));
    if (files.size === 0) this.failures.push(`${path}: no scripts`);
    for (const file of files) {
      const { problem: missing } = await this.#client.send({ method: "GET", path: file });
      this.files += 1;
      if (missing !== null) this.failures.push(`${file} of ${path}: ${missing}`);
    }
  }
}
