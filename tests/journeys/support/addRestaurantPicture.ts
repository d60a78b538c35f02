import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { createPhoto } from "./chat.ts";
import { createStaffToken } from "./staff.ts";

/** Gives a restaurant without pictures its first one, as the head office does. */
export async function addRestaurantPicture(
  environment: TestEnvironment,
  restaurantId: string,
): Promise<void> {
  const authorization = `Bearer ${await createStaffToken(environment, "13900000003")}`;
  const post = async (path: string, body: FormData | string, headers: Record<string, string>) => {
    const url = environment.installation.url + path;
    const response = await fetch(url, { method: "POST", body, headers: { authorization, ...headers } });
    if (!response.ok) throw new Error(`the picture was refused: ${await response.text()}`);
    return ((await response.json()) as { data: { url: string } }).data;
  };
  const { name, mimeType, buffer } = await createPhoto(900, 600);
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const { url: image } = await post(restaurantAdminEndpoints.uploadPicture.path, form, {});
  const pictures = {
    restaurant_id: restaurantId,
    version: 1,
    pictures: [{ image, caption: "" }],
    business_licence: null,
    food_licence: null,
  };
  const headers = { "content-type": "application/json" };
  await post(restaurantAdminEndpoints.savePictures.path, JSON.stringify(pictures), headers);
}
