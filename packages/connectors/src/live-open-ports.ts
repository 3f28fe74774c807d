/** Ports that a firewall opens to everyone, as the attribute `open_ports` holds them: "22 8000-8100", "all" or "none". */

/** A range of ports, both ends included. */
export type OpenPorts = 'all' | readonly [from: number, to: number]

/** Attributes are short; a firewall with more ranges is open anyway. */
const maxLength = 1900
const lastPort = 65_535

export function formatPorts(open: readonly OpenPorts[]): string {
  if (open.some((ports) => ports === 'all' || (ports[0] <= 0 && ports[1] >= lastPort))) return 'all'
  const ranges = open
    .filter((ports) => ports !== 'all')
    .map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  if (ranges.length === 0) return 'none'
  const text = [...new Set(ranges)].join(' ')
  return text.length > maxLength ? 'all' : text
}

/** "22" or "8000-8100", as Azure and Google Cloud write ports; "*" is all. What is neither is left out. */
export function parsePorts(texts: readonly string[]): OpenPorts[] {
  return texts.map(parseRange).filter((ports) => ports !== undefined)
}

function parseRange(text: string): OpenPorts | undefined {
  if (text === '*') return 'all'
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  return from === undefined ? undefined : [Number(from), Number(to)]
}

/** Every address of the internet. "Internet" and "any" are words of Azure. */
export function isEveryone(source: string): boolean {
  return /^(?:0\.0\.0\.0\/0|::\/0|\*|internet|any|0\.0\.0\.0)$/i.test(source)
}
