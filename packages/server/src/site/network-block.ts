/** What a caller's address counts as, where tries are counted: of version 6 a whole network is one caller. */
export function networkBlock(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '')
  const [head = ''] = ip.split('::')
  return head.split(':').slice(0, 4).join(':')
}
