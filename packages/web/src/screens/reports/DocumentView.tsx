import type { ReportColumn, ReportDocument, ReportRow, TableBlock } from '@kept/domain/report-document.ts'
import { formatCell } from '@kept/foundation/format/cell.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { cx } from '@kept/ui/cx.ts'
import { DocumentChart } from './DocumentChart.tsx'
import { withIds } from './with-ids.ts'

interface DocumentViewProps {
  document: ReportDocument
}

/** The figures of a report, with the digits that its files have. */
export function DocumentView({ document: { blocks, start_date, end_date } }: DocumentViewProps) {
  return (
    <article className="space-y-8">
      <p className="text-small text-soft">{formatWindow(start_date, end_date)}, UTC</p>
      {withIds(blocks).map(({ id, item: block }) => (
        <section key={id} aria-label={block.title || 'Text'}>
          {block.title && <h3 className="mb-2 font-semibold text-body">{block.title}</h3>}
          {block.kind === 'text' ? (
            <p className="max-w-prose whitespace-pre-line text-body">{block.text}</p>
          ) : (
            <>
              <DocumentChart block={block} />
              <DocumentTable block={block} />
              {block.note && <p className="mt-2 text-small text-faint">{block.note}</p>}
            </>
          )}
        </section>
      ))}
    </article>
  )
}

const isFigure = ({ kind }: ReportColumn) => kind === 'money' || kind === 'number' || kind === 'percent'

function DocumentTable({ block: { title, columns, rows, totals } }: { block: TableBlock }) {
  if (rows.length === 0 && totals.length === 0) return <p className="text-body text-soft">No rows in this period.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="overflow-x-auto" aria-label={`Table: ${title}`} tabIndex={0}>
      <table className="w-full text-body">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cx(
                  'border-rule-strong border-b px-2 py-1.5 font-medium text-small text-soft',
                  isFigure(column) ? 'text-right' : 'text-left',
                )}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withIds(rows).map(({ id, item }) => (
            <Row key={id} columns={columns} row={item} />
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot className="font-semibold">
            {withIds(totals).map(({ id, item }) => (
              <Row key={id} columns={columns} row={item} />
            ))}
          </tfoot>
        )}
      </table>
    </section>
  )
}

function Row({ columns, row }: { columns: readonly ReportColumn[]; row: ReportRow }) {
  return (
    <tr>
      {columns.map((column) => (
        <td
          key={column.key}
          className={cx(
            'border-rule border-b px-2 py-1.5 align-top',
            isFigure(column) && 'figure whitespace-nowrap text-right',
          )}
        >
          {formatCell(column.kind, row[column.key], row.currency ?? row.billing_currency ?? '')}
        </td>
      ))}
    </tr>
  )
}
