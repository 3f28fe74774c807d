/** Reads "name: meaning", one on each line. Throws for a name that has two meanings. */
export function readMeanings(text: string): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>()
  for (const line of text.trim().split('\n')) {
    const end = line.indexOf(': ')
    const name = line.slice(0, end)
    if (end < 1 || meanings.has(name)) throw new Error(`"${line}" is not the only meaning of a name`)
    meanings.set(name, line.slice(end + 2))
  }
  return meanings
}
