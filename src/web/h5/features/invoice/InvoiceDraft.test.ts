import { expect, test } from "vitest";
import { applyTitle, createInvoiceDraft, validateInvoiceDraft } from "./InvoiceDraft.ts";

const company = {
  ...createInvoiceDraft(undefined),
  titleType: "company",
  title: "华为技术有限公司",
} as const;

test("a company needs a tax number whose check digit is right; a person none", () => {
  expect(validateInvoiceDraft({ ...company, taxNumber: "9144 0300 1922 038216" })).toEqual({});
  expect(validateInvoiceDraft({ ...company, taxNumber: "914403001922038217" }).taxNumber).toContain("校验");
  expect(validateInvoiceDraft({ ...company, taxNumber: "" }).taxNumber).toContain("18 位");
  expect(validateInvoiceDraft({ ...company, titleType: "person", taxNumber: "1" })).toEqual({});
});

test("a title is needed; a mail address may be left out", () => {
  const draft = { ...createInvoiceDraft(undefined), title: " " };
  expect(Object.keys(validateInvoiceDraft(draft))).toEqual(["title"]);
  expect(validateInvoiceDraft({ ...draft, title: "个人", email: "nobody" })).toHaveProperty("email");
  expect(validateInvoiceDraft({ ...draft, title: "个人", email: " a@b.cn " })).toEqual({});
});

test("a form begins with the title that was used last, and takes another one as a whole", () => {
  const person = { title_id: "1", title_type: "person", title: "李一", tax_number: null } as const;
  const draft = createInvoiceDraft({ ...person, title_type: "company", tax_number: "914403001922038216" });
  expect(draft).toMatchObject({ titleType: "company", taxNumber: "914403001922038216" });
  expect(applyTitle({ ...draft, email: "a@b.cn" }, person)).toMatchObject({
    titleType: "person",
    title: "李一",
    taxNumber: "",
    email: "a@b.cn",
  });
});
