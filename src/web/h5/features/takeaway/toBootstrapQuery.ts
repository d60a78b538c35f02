/** Known data: the selected address (else the default one is used), and the version of the loaded menu. */
export interface BootstrapQuery {
  address_id?: string;
  menu_version?: string;
}

/** Builds the query of the bootstrap request; what is empty is left out. */
export function toBootstrapQuery(addressId: string, menuVersion: string): BootstrapQuery {
  return {
    ...(addressId !== "" && { address_id: addressId }),
    ...(menuVersion !== "" && { menu_version: menuVersion }),
  };
}
