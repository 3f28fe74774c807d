/** The first half of an IPv6 address, "2001:db8:0:1": one network, in which a host chooses the rest. */
export function ipv6Network(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const trailingGroups = tail.split(':').filter(Boolean)
  const all = address.includes('::')
    ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - trailingGroups.length)).fill('0'), ...trailingGroups]
    : groups
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
