import { expect } from "vitest";
import type { SpecificationCase } from "./SpecificationContext.ts";

/** Payload that saves an address. */
export const savePayload = {
  recipient: "王小明",
  phone: "13812345678",
  location: "上海市 上海市 徐汇区",
  details: "漕溪新苑",
  house_number: "3号楼501",
  poi_info: {
    id: "B001",
    name: "漕溪新苑",
    address: "漕溪北路750弄",
    location: "121.437000,31.189800",
    adcode: "310104",
    citycode: "021",
    cityname: "上海市",
    adname: "徐汇区",
    type: "住宅小区",
    typecode: 0,
  },
  is_default: true,
};

/** Expected fields of a saved address. */
const received = {
  recipient: "王小明",
  name: "王小明",
  phone: "13812345678",
  address: "上海市 上海市 徐汇区",
  detail_address: "漕溪新苑",
  house_number: "3号楼501",
  is_default: true,
  poi_id: "B001",
  poi_name: "漕溪新苑",
  poi_address: "漕溪北路750弄",
  poi_location: "121.437000,31.189800",
  poi_adcode: "310104",
  poi_citycode: "021",
  poi_cityname: "上海市",
  poi_adname: "徐汇区",
  poi_pname: expect.any(String),
  poi_type: "住宅小区",
  poi_typecode: "0",
};

/** Address: 6 endpoints. */
export const addressCases: SpecificationCase[] = [
  {
    name: "POST address/search-location",
    run: async ({ client }) => {
      const body = { city: "上海市", keyword: "徐家汇" };
      const { pois } = await client.data<{ pois: unknown[] }>("POST", "/api/v1/address/search-location", {
        body,
      });
      expect(pois[0]).toEqual({
        id: expect.any(String),
        name: expect.any(String),
        address: expect.any(String),
        location: expect.stringMatching(/^\d+\.\d+,\d+\.\d+$/),
        adcode: expect.stringMatching(/^\d{6}$/),
        citycode: expect.any(String),
        cityname: expect.any(String),
        adname: expect.any(String),
        pname: expect.any(String),
        type: expect.any(String),
        typecode: expect.any(String),
      });
    },
  },
  {
    name: "POST address/add",
    run: async (world) => {
      const saved = await world.client.data<{ id: string }>("POST", "/api/v1/address/add", {
        body: savePayload,
      });
      expect(saved).toMatchObject(received);
      world.addressId = saved.id;
    },
  },
  {
    name: "PUT address/update",
    run: async ({ client, addressId }) => {
      const body = { ...savePayload, id: addressId, house_number: "5号楼" };
      const saved = await client.data("PUT", "/api/v1/address/update", { body });
      expect(saved).toMatchObject({ ...received, id: addressId, house_number: "5号楼" });
    },
  },
  {
    name: "PUT address/set-default",
    run: async ({ client, addressId }) => {
      await client.data("PUT", "/api/v1/address/set-default", { body: { id: addressId } });
    },
  },
  {
    name: "GET address/list",
    run: async ({ client, addressId }) => {
      const list = await client.data<{ id: string; is_default: boolean }[]>("GET", "/api/v1/address/list");
      expect(list.map(({ id, is_default }) => ({ id, is_default }))).toEqual([
        { id: addressId, is_default: true },
      ]);
    },
  },
  {
    name: "DELETE address/delete",
    run: async ({ client, addressId }) => {
      const { is_default: _mark, ...body } = savePayload;
      const second = await client.data<{ id: string }>("POST", "/api/v1/address/add", { body });
      await client.data("DELETE", "/api/v1/address/delete", { query: { id: second.id } });
      const list = await client.data<{ id: string }[]>("GET", "/api/v1/address/list");
      expect(list.map(({ id }) => id)).toEqual([addressId]);
    },
  },
];
