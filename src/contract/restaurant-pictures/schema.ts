import Type, { type Static } from "typebox";
import { type EndpointSchema, Id, nullable, strictObject } from "../schema-helpers.ts";

/** Stored image; width and height in px of its largest size. */
const shape = { image: Type.String(), width: Type.Integer(), height: Type.Integer() };

/** Picture of a restaurant; `caption` is empty without one. */
export const RestaurantPicture = Type.Object({ ...shape, caption: Type.String() });
export type RestaurantPicture = Static<typeof RestaurantPicture>;

/** Picture of a licence; `number` is empty if it is not given. */
export const RestaurantLicence = Type.Object({ ...shape, number: Type.String() });
export type RestaurantLicence = Static<typeof RestaurantLicence>;

/** Pictures of a restaurant in the order in which they are shown, its business licence, and its food licence. */
export const RestaurantPictures = Type.Object({
  pictures: Type.Array(RestaurantPicture),
  business_licence: nullable(RestaurantLicence),
  food_licence: nullable(RestaurantLicence),
});
export type RestaurantPictures = Static<typeof RestaurantPictures>;

export const restaurantPictureSchemas = {
  read: {
    query: strictObject({ id: Id }),
    data: RestaurantPictures,
    errors: ["restaurant_not_found"],
  },
} as const satisfies Record<string, EndpointSchema>;
