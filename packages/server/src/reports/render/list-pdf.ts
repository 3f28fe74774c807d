/** The rows of a list as a PDF. Columns without any value are left out, as their width is needed. */
import { pdfTable } from '../../platform/pdf-table.ts'

/** Steps of 40 points that fit on a page of `pdfTable`. */
const pageSteps = 19

interface ListRows {
  title: string
  head: readonly string[]
  cells: readonly (readonly (string | null)[])[]
}

export function listPdf(
  { title, head, cells }: ListRows,
  { organization, day }: { organization: string; day: string },
): Promise<Buffer> {
  const visible = head.map((_, index) => index).filter((index) => cells.some((row) => row[index]))
  const drawn = (visible.length > 0 ? visible : [0]).slice(0, pageSteps)
  const steps = stepsOf(drawn.map((index) => longest(head[index] ?? '', cells, index)))
  const left = visible.length - drawn.length
  return pdfTable({
    title: `${readable(title)} of ${organization}`,
    subtitle: `${cells.length} ${cells.length === 1 ? 'row' : 'rows'}, ${day}${left > 0 ? `. ${left} more columns are in Excel and CSV` : ''}`,
    columns: drawn.map((index, position) => ({ label: head[index] ?? '', steps: steps[position] ?? 1 })),
    rows: cells.map((row) => drawn.map((index) => row[index] ?? '')),
  })
}

/** "alert-rules" is "Alert rules". */
function readable(name: string): string {
  const text = name.replaceAll('-', ' ')
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}

function longest(label: string, cells: ListRows['cells'], index: number): number {
  return cells.reduce((most, row) => Math.max(most, row[index]?.length ?? 0), label.length)
}

/** Widths by the longest text, at least one step each, together at most a page. */
function stepsOf(lengths: readonly number[]): number[] {
  const steps = lengths.map((length) => Math.min(6, Math.max(1, Math.ceil(length / 7))))
  for (let sum = steps.reduce((a, b) => a + b, 0); sum > pageSteps; sum -= 1) {
    const widest = steps.indexOf(Math.max(...steps))
    steps[widest] = (steps[widest] ?? 1) - 1
  }
  return steps
}
