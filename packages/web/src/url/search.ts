/** What stands behind the "?" of an address: plain texts by name, nothing else, so that a link stays readable. */
export type Search = Record<string, string>

/** Names that are given twice count once, the last. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Left out: what is empty or undefined. "," "|" and ":" stay as they are; they are allowed there and easier to read. */
export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%7C', '|')
  return text === '' ? '' : `?${text}`
}

/** A list in one text: parts joined by `mark`; marks inside a part are escaped. */
export function joinList(parts: readonly string[], separator: string): string {
  return parts.map((part) => escapePart(part, separator)).join(separator)
}

export function splitList(text: string | undefined, separator: string): string[] {
  if (text === undefined || text === '') return []
  return text.split(separator).map(unescapePart)
}

/** "~" is the escape: "~~" is itself, "~2c" is a comma. It never needs escaping in an address. An empty part is "~0". */
function escapePart(part: string, separator: string): string {
  if (part === '') return '~0'
  return part.replaceAll('~', '~~').replaceAll(separator, `~${separator.charCodeAt(0).toString(16)}`)
}

function unescapePart(part: string): string {
  if (part === '~0') return ''
  return part.replace(/~(~|[0-9a-f]{2})/g, (_, code: string) =>
    code === '~' ? '~' : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
