import { isIPv6 } from "node:net";

const groups = 8;
/** A customer's network spans this many of an IPv6 address's groups of 16 bits: /64. */
const networkGroups = 4;
const ipv4MappedPattern = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, in one
 * spelling. A customer has a whole /64 at least (RFC 6177), so single addresses of it mean nothing. Any other
 * text is its own network.
 */
export function toClientNetwork(ip: string): string {
  const ipv4 = ipv4MappedPattern.exec(ip)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [address = ""] = ip.split("%");
  if (!isIPv6(address)) return ip;
  // URL parsing normalises an address: lower case, no leading zeros, the longest run of zeros left out.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = "", tail] = plain.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = Array<string>(groups - front.length - back.length).fill("0");
  return `${[...front, ...missing, ...back].slice(0, networkGroups).join(":")}::/64`;
}
