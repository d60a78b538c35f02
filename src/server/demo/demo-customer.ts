/** A place in the shape of the place search; `location` is "longitude,latitude" in GCJ-02. */
export interface DemoPoi {
  id: string;
  name: string;
  address: string;
  location: string;
  adcode: string;
  citycode: string;
  cityname: string;
  adname: string;
  pname: string;
  type: string;
  typecode: string;
}

/** A delivery address; `location` is province, city and district joined by spaces. */
export interface DemoAddress {
  recipient: string;
  phone: string;
  location: string;
  details: string;
  houseNumber: string;
  poi: DemoPoi;
  isDefault: boolean;
}

/** A past order; its items are codes of the menu's variants, takeaway goes to the customer's default address. */
export interface DemoOrder {
  daysAgo: number;
  restaurantId: string;
  orderType: "takeaway" | "pickup";
  status: "completed" | "cancelled";
  items: { id: string; quantity: number }[];
  remark: string;
}

/** A customer with addresses (exactly one of them the default) and an order history. */
export interface DemoCustomer {
  phone: string;
  nickname: string;
  addresses: DemoAddress[];
  orders: DemoOrder[];
}
