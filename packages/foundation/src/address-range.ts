/** Ranges of addresses as numbers, to compare them. */

interface Range {
  first: bigint
  last: bigint
  bits: 32 | 128
}

/** Whether every address of the range is in one of the others. Ranges that cover it only together count as not. */
export function isRangeWithin(range: string, others: readonly string[]): boolean {
  const inner = rangeOf(range)
  return others.map(rangeOf).some(({ first, last, bits }) => {
    return bits === inner.bits && first <= inner.first && inner.last <= last
  })
}

/** Of "10.0.0.0/8", "2001:db8::/32", or one address. The text must be valid. */
function rangeOf(text: string): Range {
  const [address = '', prefix] = text.split('/')
  const bits = address.includes(':') ? 128 : 32
  const size = 1n << BigInt(bits - Number(prefix ?? bits))
  const number = bits === 128 ? numberOfIpv6(address) : numberOfIpv4(address)
  const first = number - (number % size)
  return { first, last: first + size - 1n, bits }
}

function numberOfIpv4(address: string): bigint {
  return address.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n)
}

function numberOfIpv6(address: string): bigint {
  // The last four bytes may be written as an IPv4 address.
  const hex = address.replace(/[\d.]+\.\d+$/, (ipv4) => {
    const number = numberOfIpv4(ipv4)
    return `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const [leading, trailing] = [groups(head), groups(tail ?? '')]
  const zeros = Array<string>(8 - leading.length - trailing.length).fill('0')
  return [...leading, ...zeros, ...trailing].reduce((number, group) => number * 65_536n + BigInt(`0x${group}`), 0n)
}
