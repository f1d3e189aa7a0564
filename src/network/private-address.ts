import { BlockList, isIPv6 } from 'node:net';

const ranges: readonly (readonly [address: string, prefix: number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
  ] as const),
  ...([
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
  ...([
    ['::', 128],
    ['::1', 128],
    ['64:ff9b::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ] as const),
  ...([
    ['2002::', 16],
    ['2001::', 32],
  ] as const),
];

const blocked = new BlockList();
for (const [address, prefix] of ranges) blocked.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Loopback, private, link-local, shared, multicast and translated addresses: nothing that the public network routes. */
export function isPrivateAddress(address: string): boolean {
  // An IPv4 address in IPv6 clothes is checked as what it is.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return blocked.check(mapped, 'ipv4');
  return blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
