/** The key of rate limits: an IPv4 address, or an IPv6 network. */
export function networkBlock(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  const [head = ''] = ip.split('::')
  return head.split(':').slice(0, 4).join(':')
}
