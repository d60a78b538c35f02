/** Site of the register of ICP filings. */
export const icpRegisterUrl = "https://beian.miit.gov.cn/";

/** Returns the address of a registration with the police in its register, by the digits of its number. */
export function policeRegisterUrl(number: string): string {
  return `https://beian.mps.gov.cn/#/query/webSearch?code=${number.replace(/\D/g, "")}`;
}
