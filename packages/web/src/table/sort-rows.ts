/** The order of a table's rows: the same on the screen and in the file made of it. */
export interface Sortable<Row> {
  id: string
  /** Undefined, for what is unknown, goes last either way. */
  sortBy?(row: Row): number | string | undefined
}

/** Rows that are equal keep the order they came in. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: { id: string; desc: boolean } | undefined,
): Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.id)?.sortBy
  if (!sort || !sortBy) return [...rows]
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)]
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
    return sort.desc ? compareCells(b, a) : compareCells(a, b)
  })
}

export function compareCells(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' })
}
