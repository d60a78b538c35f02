// Executes commands: waits, fails, exits, or returns its process id.
process.on("disconnect", () => process.exit());
process.on("message", (/** @type {{ ms?: number, fail?: string, end?: boolean }} */ job) => {
  if (job.end) process.exit(1);
  setTimeout(() => process.send?.(job.fail ? { failure: job.fail } : { result: process.pid }), job.ms ?? 0);
});
