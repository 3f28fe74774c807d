/** Parses `?since=41`: the last event a page saw before it was disconnected; undefined for anything else. */
export function parseSince(url: string): number | undefined {
  const text = new URL(url, 'http://kept.invalid').searchParams.get('since')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
