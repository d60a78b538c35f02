import type { Phone } from "./Phone.ts";

interface Camera {
  take(what: string): Promise<void>;
}

/**
 * Captures screenshots of ordering in a restaurant: the menu, the times, the checkout page, and the blocking
 * notices.
 */
export async function captureInStore(phone: Phone, camera: Camera): Promise<void> {
  const { page } = phone;
  await phone.open("/menu?restaurant_id=SH001&table=A12");
  await page.getByText("A12桌").waitFor();
  await camera.take("store-menu");
  await phone.button(/^预约时间/).click();
  await page.getByRole("tab", { name: /明天/ }).click();
  await phone.button(/^08:00/).waitFor();
  await camera.take("store-times");
  await phone.button(/^08:00/).click();
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("皮蛋瘦肉粥");
  await phone.button("增加皮蛋瘦肉粥").click();
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await phone.button("增加滑蛋虾仁饭").click();
  await phone.button("选好了").click();
  await page.getByText("商品金额").waitFor();
  await camera.take("store-confirm");
  await phone.button(/^预约时间/).click();
  await page.getByRole("tab", { name: /明天/ }).click();
  await phone.button(/^12:15/).click();
  await page.getByText("下单前有变化，请确认").waitFor();
  await camera.take("store-confirm-changed");
  await page.getByLabel("桌号").fill("<>");
  await phone.button("按最新情况更新").click();
  await page.getByText("下单前有变化，请确认").waitFor({ state: "detached" });
  await phone.button("提交订单").click();
  await page.getByText("桌号只能是文字、字母和数字").waitFor();
  await camera.take("store-confirm-wrong");
  await phone.open("/menu?restaurant_id=SH010&table=%3F");
  await page.getByRole("dialog", { name: "换了一家店" }).waitFor();
  await camera.take("store-other-cart");
  await phone.button("保留").click();
  await page.getByText("门店").first().waitFor();
  await camera.take("store-paused");
  await phone.open("/menu?restaurant_id=NOWHERE");
  await page.getByText("餐厅信息不存在").waitFor();
  await camera.take("store-unknown");
}
