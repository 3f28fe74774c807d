/** The row of each flag, from 0 at the top, so that no two of a row overlap; each reaches from and to a position. */
export function stackFlags(spans: readonly (readonly [from: number, to: number])[]): number[] {
  const rows: number[] = []
  for (const [position, [from, to]] of spans.entries()) {
    const overlaps = (row: number) =>
      spans.slice(0, position).some(([start, end], other) => rows[other] === row && start < to && from < end)
    let row = 0
    while (overlaps(row)) row += 1
    rows.push(row)
  }
  return rows
}
