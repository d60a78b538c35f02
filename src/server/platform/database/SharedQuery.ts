/** Runs a query for all callers that wait at the same time: each gets the result of one that began after its call. */
export class SharedQuery<T> {
  readonly #run: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | null = null;

  constructor(run: () => Promise<T>) {
    this.#run = run;
  }

  get(): Promise<T> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const result = this.#run();
      // Every caller gets the failure; the next query begins all the same.
      this.#running = result.catch(() => undefined);
      return result;
    });
    return this.#next;
  }
}
