import type { TestApp } from "../testApp.ts";
import type { SpecificationClient } from "./SpecificationClient.ts";

/** What the calls of one run share; each group leaves here what a later one needs. */
export interface SpecificationContext {
  app: TestApp;
  client: SpecificationClient;
  /** The customer's id, as the login answered it. */
  userId: string;
  addressId: string;
  orderId: string;
}

/** One call of the specification: its title and what it has to answer. */
export interface SpecificationCase {
  name: string;
  run: (world: SpecificationContext) => Promise<void>;
}
