import type { Phone } from "./Phone.ts";
import type { TestEnvironment } from "./TestEnvironment.ts";

interface Camera {
  take(what: string): Promise<void>;
}

/** Captures screenshots of choosing a restaurant and of redeeming a voucher, up to the confirm button. */
export async function captureRestaurants(
  environment: TestEnvironment,
  phone: Phone,
  camera: Camera,
): Promise<void> {
  await captureChoosing(environment, phone, camera);
  await capturePrepaid(environment, phone, camera);
}

async function captureChoosing(environment: TestEnvironment, phone: Phone, camera: Camera): Promise<void> {
  const { page } = phone;
  await environment.queryRows(
    "update restaurants set paused_until = now() + interval '2 hours' where id = 'SH002'",
  );
  await phone.open("/restaurant-select?type=dine_in");
  await page.getByText("食单·徐家汇店").waitFor();
  await camera.take("stores");
  await page.getByRole("button", { name: "点击定位" }).click();
  await page.getByRole("dialog", { name: "选择城市" }).waitFor({ state: "visible" });
  await page.getByRole("dialog", { name: "选择城市" }).waitFor({ state: "detached" });
  await camera.take("stores-located");
  await page.getByRole("button", { name: "上海", exact: true }).click();
  await page.getByText("全部城市").waitFor();
  await camera.take("cities");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "搜索餐厅" }).fill("没有这样的店");
  await page.getByText("没有找到“没有这样的店”").waitFor();
  await camera.take("stores-none-found");
  await phone.open("/self-service");
  await camera.take("self-service");
}

async function capturePrepaid(environment: TestEnvironment, phone: Phone, camera: Camera): Promise<void> {
  const { page } = phone;
  const id = `shot-voucher-${page.viewportSize()?.width}`;
  await environment.queryRows(
    `insert into vouchers (id, partner, title, items, status, issued_by, created_at, expires_at)
       values ($1, '味来生活', '虾仁饭双人餐', $2, 'issued', 'shots', now(), now() + interval '30 days')`,
    [
      id,
      JSON.stringify([
        { id: "10205", quantity: 2 },
        { id: "10403", quantity: 1 },
      ]),
    ],
  );
  await phone.open(`/self-service?third_party_order_id=${id}`);
  await camera.take("voucher");
  await phone.button("选择取餐门店").click();
  await page.getByText("食单·徐家汇店").click();
  await phone.button("下一步").waitFor();
  await camera.take("prepaid");
  await page.getByText("取餐时间").click();
  await page.getByRole("dialog", { name: "预约时间" }).waitFor();
  await camera.take("prepaid-times");
  await page.keyboard.press("Escape");
  await page.getByLabel("联系电话").fill("13812345678");
  await phone.button("下一步").click();
  await phone.button("提交订单").waitFor();
  await camera.take("prepaid-confirm");
  await environment.queryRows("update vouchers set expires_at = now() - interval '1 hour' where id = $1", [
    id,
  ]);
  await phone.open(`/self-service?third_party_order_id=${id}`);
  await page.getByText("餐券已过期").waitFor();
  await camera.take("voucher-expired");
}
