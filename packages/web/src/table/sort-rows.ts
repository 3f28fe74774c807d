/** Sorts the rows of a table, for the screen and the export. */
export interface Sortable<Row> {
  id: string
  /** Undefined sorts last in both directions. */
  sortBy?(row: Row): number | string | undefined
}

/** Returns the sorted rows; the sort is stable. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: { id: string; desc: boolean } | undefined,
): Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.id)?.sortBy
  if (!sort || !sortBy) return [...rows]
  return rows.toSorted((row, other) => {
    const [a, b] = [sortBy(row), sortBy(other)]
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
    return sort.desc ? compareCells(b, a) : compareCells(a, b)
  })
}

export function compareCells(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' })
}
