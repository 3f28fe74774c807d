const remembered = new Map<string, string>()

/** A query without the parts that differ between calls: literals become `?`, lists of them one, spaces are single. */
export function statementFingerprint(statement: string): string {
  const cached = remembered.get(statement)
  if (cached !== undefined) return cached
  const fingerprint = statement
    .slice(0, 2000)
    .replace(/\/\*[^*]*\*\/|--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'|"(?=[^"]*"\s*[,)])(?:[^"])*"/g, '?')
    .replace(/\$\d+|:\w+\b|\b\d+(?:\.\d+)?\b|\b0x[0-9a-f]+\b/gi, '?')
    .replace(/\(\s*\?(?:\s*,\s*\?)*\s*\)/g, '(?)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
  // Parameters make statements unlimited; the cache is not.
  if (remembered.size > 5000) remembered.clear()
  remembered.set(statement, fingerprint)
  return fingerprint
}
