import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { startTestEnvironment } from "./scripts/lib/TestEnvironment.ts";
const busy = () => { const f = readFileSync("/proc/stat","utf8").split("\n")[0]!.trim().split(/\s+/).slice(1).map(Number); return { all: (f[0]!+f[1]!+f[2]!+f[5]!+f[6]!)/100, sys: (f[2]!+f[5]!+f[6]!)/100 }; };
const base = ["--no-sandbox","--disable-gpu","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"];
const path = process.argv[2]!; const n = Number(process.argv[3]);
const sets = process.argv.slice(4).map((s) => s === "-" ? [] : s.split(" "));
const env = await startTestEnvironment({}, { pixelRatio: 1 });
for (let round = 0; round < 2; round++) for (const extra of sets) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH!, args: [...base, ...extra.filter(x=>x.startsWith("--"))] });
  const { Phone } = await import("./scripts/lib/Phone.ts");
  if (path !== "none") { const p0 = await Phone.open(browser, env.installation, { pixelRatio: 1 }); await p0.open(path); await p0.waitUntilIdle(); await p0.close(); }
  await new Promise(r=>setTimeout(r,1000));
  const a = busy(), t = Date.now();
  for (let i = 0; i < n; i++) {
    const p = await Phone.open(browser, env.installation, { pixelRatio: 1 });
    if (path !== "none") { await p.open(path); await p.waitUntilIdle(); }
    await p.close();
  }
  await new Promise(r=>setTimeout(r,500));
  const b = busy();
  console.log(path, extra.join(" ") || "(base)", "cpu/phone ms", Math.round((b.all-a.all)*1000/n), "sys", Math.round((b.sys-a.sys)*1000/n), "wall", Math.round((Date.now()-t)/n));
  await browser.close();
}
await env.close();
