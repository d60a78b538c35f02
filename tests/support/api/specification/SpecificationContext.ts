import type { TestApp } from "../testApp.ts";
import type { SpecificationClient } from "./SpecificationClient.ts";

/** State shared by the cases of one run; each group stores values for later ones. */
export interface SpecificationContext {
  app: TestApp;
  client: SpecificationClient;
  /** The customer's id from the login response. */
  userId: string;
  addressId: string;
  orderId: string;
}

/** A test case: its title and its assertions. */
export interface SpecificationCase {
  name: string;
  run: (world: SpecificationContext) => Promise<void>;
}
