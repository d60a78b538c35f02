// @ts-check
// Loaded into a server process: on each message from the parent, reports memory use after a garbage
// collection.
process.on("message", () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const kinds = process.getActiveResourcesInfo();
  process.send?.({
    rss,
    heapUsed,
    external,
    handles: kinds.length,
    sockets: kinds.filter((kind) => kind.includes("Socket")).length,
  });
});
process.channel?.unref();
