import type { AddressRequest } from "#contract/address/schema.ts";
import { completeRegionNames, formatRegion, hasMissingRegionNames } from "#contract/region.ts";
import { logError } from "#web/lib/logError.ts";

/**
 * Fills in the names of province, city and district that the place lacks from its national code. The lists
 * are loaded only then; when loading fails, the form stays as it is.
 */
export async function fillRegionNames(form: AddressRequest): Promise<AddressRequest> {
  if (!hasMissingRegionNames(form.poi_info)) return form;
  try {
    const { areaList } = await import("@vant/area-data");
    const poi = completeRegionNames(areaList, form.poi_info);
    return { ...form, poi_info: poi, location: formatRegion(poi) };
  } catch (error) {
    logError("loading the names of regions failed", error);
    return form;
  }
}
