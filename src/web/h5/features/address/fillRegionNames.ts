import type { AddressRequest } from "#contract/address/schema.ts";
import { completeRegionNames, formatRegion, hasMissingRegionNames } from "#contract/region.ts";
import { logError } from "#web/lib/logError.ts";

/**
 * The form with the names of province, city and district that its place lacks but its national code gives. The lists are
 * loaded only then; when they do not arrive, the form stays as it is.
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
