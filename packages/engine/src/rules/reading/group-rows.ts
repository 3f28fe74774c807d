/** Rows that agree on a few fields, in order of first appearance. */
export function groupRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => readonly (string | number)[],
): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = keyOf(row).join('\0')
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}
