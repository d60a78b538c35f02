import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { WebKitDriver } from "../../scripts/lib/WebKitDriver.ts";
import { seriousWebKitFindings } from "./support/axe.ts";
import { prepareScreens, type ScreenContext, screens } from "./support/screens.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
/** A window of this browser is at least 447 px wide. */
const widthPx = { phone: 447, desktop: 960 };

let environment: TestEnvironment;
let context: ScreenContext;
let driver: WebKitDriver;

beforeAll(async () => {
  environment = await startEnvironment();
  context = await prepareScreens(environment);
  driver = await WebKitDriver.start();
});

afterAll(async () => {
  await driver.close();
  await environment.close();
});

test.each(["visitor", "customer", "demo", "staff", "office"] as const)(
  "every screen of a %s can be used by everybody, fits, and shows its heading in WebKit",
  async (who) => {
    const { url } = environment.installation;
    const wrong: string[] = [];
    const phone = await driver.phone(safari);
    await phone.open(`${url}/icon.svg`);
    for (const { name, value } of context.getStorage(who)?.origins.flatMap((one) => one.localStorage) ?? [])
      await phone.run("localStorage.setItem(arguments[0], arguments[1])", name, value);
    await phone.resize(who === "staff" || who === "office" ? widthPx.desktop : widthPx.phone);
    for (const [route, title, , heading = title] of screens.filter((screen) => screen[2] === who)) {
      await phone.open(url + context.getPath(route));
      await phone.waitFor(`return document.title === ${JSON.stringify(`${title} - 食单`)}`);
      if (route !== "/") await phone.waitHeading(heading);
      await phone.waitFor(
        "return document.querySelector('.rv-skeleton, .ant-skeleton, .ant-spin-spinning') === null",
      );
      const wide = await phone.run<number>("return document.documentElement.scrollWidth - innerWidth");
      if (wide > 0) wrong.push(`${route}: ${wide} px too wide`);
      for (const finding of await seriousWebKitFindings(phone)) wrong.push(`${route}: ${finding}`);
    }
    await phone.close();
    expect(wrong).toEqual([]);
  },
);
