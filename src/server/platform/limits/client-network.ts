import { isIPv4, isIPv6 } from "node:net";

const groups = 8;
/** A customer's network spans this many of an IPv6 address's groups of 16 bits: /64. */
const networkGroups = 4;
/** A log names this many of them: /48. */
const loggedGroups = 3;
const ipv4MappedPattern = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function unwrapIpv4(ip: string): string {
  return ipv4MappedPattern.exec(ip)?.[1] ?? ip;
}

/** Returns the first groups of an IPv6 address in one spelling. */
function takeGroups(address: string, count: number): string {
  // URL parsing normalises an address: lower case, no leading zeros, the longest run of zeros left out.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = "", tail] = plain.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = Array<string>(groups - front.length - back.length).fill("0");
  return [...front, ...missing, ...back].slice(0, count).join(":");
}

/**
 * Returns the network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, in one
 * spelling. A customer has a whole /64 at least (RFC 6177), so single addresses of it mean nothing. Any other
 * text is its own network.
 */
export function toClientNetwork(ip: string): string {
  const plain = unwrapIpv4(ip);
  if (!plain.includes(":")) return plain;
  const [address = ""] = plain.split("%");
  return isIPv6(address) ? `${takeGroups(address, networkGroups)}::/64` : plain;
}

/** Returns the network that a log may name: the /24 of an IPv4 address, the /48 of an IPv6 address, else "unknown". */
export function toLoggedNetwork(ip: string | undefined): string {
  const plain = unwrapIpv4(ip ?? "");
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf("."))}.0/24`;
  const [address = ""] = plain.split("%");
  return isIPv6(address) ? `${takeGroups(address, loggedGroups)}::/48` : "unknown";
}
