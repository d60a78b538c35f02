// @ts-check
// Loaded into a server process: tells its parent, whenever it asks, what is held after a collection of garbage.
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
