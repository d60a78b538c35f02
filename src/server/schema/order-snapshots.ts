/** The address at the time of the order. */
export interface AddressSnapshot {
  recipient: string;
  phone: string;
  address: string;
  houseNumber: string;
  /** Road and number of the place; absent in orders from before it was stored. */
  street?: string;
  lat: number;
  lng: number;
}

/** The restaurant at the time of the order. */
export interface RestaurantSnapshot {
  id: string;
  name: string;
  address: string;
  phone: string;
  lat: number;
  lng: number;
}
