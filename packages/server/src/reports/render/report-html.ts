/** A report as one HTML page without scripts and outside resources: a file, and the body of an email. */
import type { ReportColumn, ReportDocument, ReportRow, TableBlock } from '@kept/domain/report-document.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { barGeometry } from '@kept/foundation/chart/bar-geometry.ts'
import { formatCell } from '@kept/foundation/format/cell.ts'
import { formatDay } from '@kept/foundation/format/day.ts'

const style = `body{font:14px/1.5 Inter,Segoe UI,Helvetica,Arial,sans-serif;color:#1c2230;background:#fff;margin:32px auto;max-width:960px;padding:0 16px}
h1{font:600 26px/1.2 Georgia,serif;margin:0 0 4px}h2{font-size:16px;margin:32px 0 8px}p{margin:0 0 8px}
.soft{color:#5a6273}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:5px 8px;border-bottom:1px solid #e4e2dc;text-align:left;vertical-align:top}
.figure{text-align:right;white-space:nowrap}tfoot td{font-weight:600;border-top:2px solid #1c2230}svg{width:100%;height:auto}`

/** `footer` is HTML of the caller, for an email. */
export function reportHtml(document: ReportDocument, footer = ''): string {
  const { title, description, blocks } = document
  const body = blocks.map((block) =>
    block.kind === 'text'
      ? `${heading(block.title)}${block.text
          .split(/\r?\n/)
          .map((line) => `<p>${escapeHtml(line)}</p>`)
          .join('')}`
      : `${heading(block.title)}${chart(block)}${table(block)}${block.note ? `<p class="soft">${escapeHtml(block.note)}</p>` : ''}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p class="soft">${escapeHtml(periodLine(document))}</p>${description ? `<p>${escapeHtml(description)}</p>` : ''}
${body.join('\n')}
${footer}</body></html>
`
}

/** "Northwind, Oct 1, 2026 to Oct 31, 2026 (UTC)." */
export function periodLine({ organization, start_date, end_date }: ReportDocument): string {
  return `${organization}, ${formatDay(start_date)} to ${formatDay(addDays(end_date, -1))} (UTC)`
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

const heading = (title: string) => (title ? `<h2>${escapeHtml(title)}</h2>` : '')

export function isFigure(column: Pick<ReportColumn, 'kind'> | undefined): boolean {
  return column?.kind === 'money' || column?.kind === 'number' || column?.kind === 'percent'
}

export function textOf(column: ReportColumn, row: ReportRow): string {
  return formatCell(column.kind, row[column.key], row.currency ?? row.billing_currency ?? '')
}

function table({ columns, rows, totals }: TableBlock): string {
  const cells = (row: ReportRow) =>
    columns
      .map((column) => `<td${isFigure(column) ? ' class="figure"' : ''}>${escapeHtml(textOf(column, row))}</td>`)
      .join('')
  const head = columns.map(
    (column) => `<th${isFigure(column) ? ' class="figure"' : ''}>${escapeHtml(column.label)}</th>`,
  )
  const foot = totals.length > 0 ? `<tfoot>${totals.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tfoot>` : ''
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells(row)}</tr>`)
    .join('')}</tbody>${foot}</table>`
}

function chart(block: TableBlock): string {
  const { chart: form, rows, title } = block
  if (!form || rows.length === 0) return ''
  const values = rows.map((row) => row[form.value] ?? null)
  const label = `<title>${escapeHtml(title)}</title>`
  if (form.form === 'columns') {
    const { bars, zero } = barGeometry(values, 160)
    const step = 900 / rows.length
    const rects = bars.map(
      (bar, index) =>
        bar &&
        `<rect x="${(index * step + step * 0.1).toFixed(2)}" y="${(160 - bar.start - bar.size).toFixed(2)}" width="${(step * 0.8).toFixed(2)}" height="${bar.size.toFixed(2)}" fill="#2f5fb3"/>`,
    )
    return `<svg viewBox="0 0 900 161" role="img">${label}${rects.filter(Boolean).join('')}<path d="M0 ${160 - zero}H900" stroke="#1c2230"/></svg>`
  }
  const { bars, zero } = barGeometry(values, 600)
  const items = bars.map((bar, index) => {
    const name = (rows[index]?.[form.label] ?? '').slice(0, 38)
    const text = `<text x="280" y="${index * 22 + 15}" text-anchor="end" font-size="12">${escapeHtml(name)}</text>`
    return bar
      ? `${text}<rect x="${(290 + bar.start).toFixed(2)}" y="${index * 22 + 3}" width="${bar.size.toFixed(2)}" height="16" fill="#2f5fb3"/>`
      : text
  })
  const height = rows.length * 22
  return `<svg viewBox="0 0 900 ${height}" role="img">${label}${items.join('')}<path d="M${290 + zero} 0V${height}" stroke="#1c2230"/></svg>`
}
