/** Which addresses belong to the public internet, and which to a private network, this machine, or reserved ranges. */
import { BlockList, isIP } from 'node:net'

/** RFC 6890 and its successors: all IPv4 ranges that are not public. */
const notPublicV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Only 2000::/3 of IPv6 is allocated; these ranges in it are not public, or embed an IPv4 address. */
const givenOutV6 = ['2000::/3']
const notPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const notPublic = rangesOf([...notPublicV4, ...notPublicV6])
const givenOut = rangesOf(givenOutV6)

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && givenOut.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** True when the address is in one of these ranges. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  const family = isIP(address)
  return family !== 0 && rangesOf(ranges).check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** "10.0.0.0/8", or a single address. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function rangesOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const [family, all] = isIP(address) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const)
    list.addSubnet(address, bits === undefined ? all : Number(bits), family)
  }
  return list
}
