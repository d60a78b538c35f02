import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api/ApiError.ts";
import { RestaurantImageStore } from "./RestaurantImageStore.ts";

const image = "/api/v1/files/restaurants/r1/1024.webp";
const withPictures = {
  pictures: [
    { image, width: 1024, height: 683, caption: "门头" },
    { image: "/api/v1/files/restaurants/r2/1024.webp", width: 1024, height: 683, caption: "" },
  ],
  business_licence: null,
  food_licence: null,
};
const onlyLicence = { ...withPictures, pictures: [], business_licence: withPictures.pictures[0] };
const restaurant = { id: "SH001", name: "徐家汇店" };

function create(answers: unknown[]) {
  const queries: unknown[] = [];
  const call = async (_endpoint: unknown, input: { query?: unknown } = {}) => {
    queries.push(input.query);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { store: new RestaurantImageStore({ call: call as never }), queries };
}

test("the first picture of a restaurant is requested once", async () => {
  const { store, queries } = create([withPictures]);
  expect(await store.load(restaurant)).toBe(image);
  expect(await store.load({ ...restaurant, hasPictures: true })).toBe(image);
  expect(queries).toEqual([{ id: "SH001" }]);
});

test("a licence is never shared", async () => {
  expect(await create([onlyLicence]).store.load(restaurant)).toBe("");
});

test("nothing is requested without a restaurant, or for one that is known to have no pictures", async () => {
  const { store, queries } = create([]);
  expect(await store.load(null)).toBe("");
  expect(await store.load({ ...restaurant, hasPictures: false })).toBe("");
  expect(queries).toEqual([]);
});

test("after a failure the picture is requested again", async () => {
  const { store } = create([new ApiError("offline", ""), withPictures]);
  expect(await store.load(restaurant)).toBe("");
  expect(await store.load(restaurant)).toBe(image);
});
