/** Shares of a whole as bars: the longest is full, a refund has no length, what was cut is said. */
export interface ShareRow {
  key: string
  name: string
  /** Decimal text. */
  value: string
}

export interface PreparedShare extends ShareRow {
  /** 0 to 1 of the longest. */
  length: number
  negative: boolean
}

export interface PreparedShares {
  rows: PreparedShare[]
  capped: { shown: number; all: number } | null
}

export function prepareShares(rows: readonly ShareRow[], cap: number): PreparedShares {
  const ordered = rows.toSorted((a, b) => Number(b.value) - Number(a.value))
  const longest = Math.max(0, ...ordered.map((row) => Number(row.value)))
  const shown = ordered.slice(0, cap).map((row) => {
    const value = Number(row.value)
    return { ...row, length: longest > 0 ? Math.max(0, value / longest) : 0, negative: value < 0 }
  })
  return { rows: shown, capped: rows.length > cap ? { shown: cap, all: rows.length } : null }
}
