/** Prepares share bars: the largest is full length, refunds have no length. */
interface ShareRow {
  key: string
  name: string
  /** Decimal text. */
  value: string
}

interface PreparedShare extends ShareRow {
  /** From 0 to 1, relative to the largest. */
  length: number
  negative: boolean
}

interface PreparedShares {
  rows: PreparedShare[]
  capped: { visible: number; total: number } | null
}

export function prepareShares(rows: readonly ShareRow[], cap: number): PreparedShares {
  const ordered = rows.toSorted((a, b) => Number(b.value) - Number(a.value))
  const longest = Math.max(0, ...ordered.map((row) => Number(row.value)))
  const visibleRows = ordered.slice(0, cap).map((row) => {
    const value = Number(row.value)
    return { ...row, length: longest > 0 ? Math.max(0, value / longest) : 0, negative: value < 0 }
  })
  return { rows: visibleRows, capped: rows.length > cap ? { visible: cap, total: rows.length } : null }
}
