/** Prints an analysis as text: the total, the tables, then the savings. */
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'
import { add, type Decimal, toPlaces } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { type Terminal, textTable } from '../terminal.ts'
import { type Analysis, recommendationsOf } from './analysis.ts'

const maxServices = 12
const maxRecommendations = 15
const maxRejectedRows = 5

export function printAnalysis(analysis: Analysis, terminal: Terminal): void {
  const { out, style, width } = terminal
  const { rows, periods, services, movers, evaluation } = analysis
  out(`\n${style('strong', headline(analysis))}\n\n`)
  out(
    `${textTable(
      [
        { head: 'month' },
        ...['billed', 'effective', 'contracted', 'list'].map((head) => ({ head, align: 'right' as const })),
        { head: '' },
      ],
      periods.map(({ month, currency, billed, effective, contracted, list }) => [
        month,
        ...[billed, effective, contracted, list].map(figure),
        currency,
      ]),
      width,
    )}\n\n`,
  )
  const topServices = services.slice(0, maxServices)
  out(
    `${textTable(
      [{ head: 'service' }, { head: 'effective', align: 'right' }, { head: 'billed', align: 'right' }, { head: '' }],
      topServices.map(({ service, currency, billed, effective }) => [
        service || '(no service)',
        figure(effective),
        figure(billed),
        currency,
      ]),
      width,
    )}\n`,
  )
  if (services.length > topServices.length)
    out(style('quiet', `${topServices.length} of ${services.length} services shown. Use --json to see all.\n`))
  if (movers.length > 0) {
    out(`\n${style('strong', 'Biggest changes')} ${style('quiet', movers[0]?.between ?? '')}\n`)
    for (const { service, currency, from, to, change } of movers) {
      out(
        `  ${formatMoney(change, currency, { signed: true })}  ${service || '(no service)'} (${formatMoney(from, currency)} to ${formatMoney(to, currency)})\n`,
      )
    }
  }
  printRecommendations(recommendationsOf(evaluation.recommendations), terminal)
  printReconciliation(analysis, terminal)
  for (const note of analysis.notes) out(style('quiet', `Note: ${note}\n`))
  printRejectedRows(analysis, terminal)
  out(style('quiet', `${counted(rows.read)} in ${(analysis.elapsedMs / 1000).toFixed(1)} s\n`))
}

function headline({ periods, rows, formatLabels }: Analysis): string {
  const totals = new Map<string, Decimal>()
  for (const { currency, billed } of periods)
    if (billed !== null) totals.set(currency, add(totals.get(currency) ?? '0', billed))
  const billedText = [...totals].map(([currency, amount]) => formatMoney(amount, currency)).join(' and ')
  const months = [...new Set(periods.map(({ month }) => month))]
  const monthsText =
    months.length === 0 ? '' : months.length === 1 ? ` in ${months[0]}` : ` from ${months[0]} to ${months.at(-1)}`
  return `Billed ${billedText || 'nothing'}${monthsText} (${formatCount(rows.stored)} lines, ${formatLabels.join(', ')})`
}

function printRecommendations(recommendations: RecommendationDraft[], { out, style, width }: Terminal): void {
  out(`\n${style('strong', 'Top savings')}\n`)
  if (recommendations.length === 0) {
    out('  No recommendations. Use --json to see the skip reasons of each rule.\n')
    return
  }
  out(
    `${textTable(
      [
        { head: 'per month', align: 'right' },
        { head: '' },
        { head: 'confidence', align: 'right' },
        { head: 'recommendation' },
        { head: 'resource' },
      ],
      recommendations
        .slice(0, maxRecommendations)
        .map((recommendation) => [
          recommendation.monthly_savings === null ? '-' : figure(recommendation.monthly_savings),
          recommendation.currency,
          `${Math.round(recommendation.confidence * 100)}%`,
          recommendation.title,
          recommendation.resource_name || recommendation.resource_id || recommendation.service,
        ]),
      width,
    )}\n`,
  )
  if (recommendations.length > maxRecommendations)
    out(
      style(
        'quiet',
        `${maxRecommendations} of ${recommendations.length} recommendations shown. Use --json to see all with their evidence.\n`,
      ),
    )
  out(style('quiet', 'Estimates for a 30-day month. A saving is verified once a later bill shows it.\n'))
}

function printRejectedRows({ rows, rejectedRows }: Analysis, { out, style }: Terminal): void {
  if (rows.rejected === 0) return
  out(style('watch', `${counted(rows.rejected)} skipped and not in any total:\n`))
  const examples = rejectedRows.slice(0, maxRejectedRows)
  for (const { file, line, column, value, reason } of examples) {
    out(`  ${file}, line ${line}, ${column}: ${reason}${value === '' ? '' : ` ("${value}")`}\n`)
  }
  if (rows.rejected > examples.length)
    out(
      style('quiet', `  ${examples.length} of ${rows.rejected} shown. Import the bill to download all skipped rows.\n`),
    )
}

function counted(rows: number): string {
  return rows === 1 ? '1 row' : `${formatCount(rows)} rows`
}

function printReconciliation({ reconciliation }: Analysis, { out, style }: Terminal): void {
  const explained = reconciliation.columns.filter(({ explanation }) => explanation !== '')
  out('\n')
  if (reconciliation.ok && explained.length === 0) {
    out(`${style('good', 'Reconciled:')} every row is accounted for, and every cost column matches the file exactly.\n`)
    return
  }
  out(
    `${reconciliation.ok ? style('good', 'Reconciled with explained differences:') : style('bad', 'Not reconciled:')}\n`,
  )
  for (const { column, currency, difference, explanation } of explained)
    out(`  ${column} ${currency} differs by ${difference}: ${explanation}\n`)
}

/** Two decimals with thousands separators; a dash when the bill does not have the amount. */
function figure(amount: Decimal | null): string {
  return amount === null ? '-' : grouped(toPlaces(amount, 2))
}

function grouped(text: string): string {
  const [integer = '', fraction] = text.split('.')
  return `${integer.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`
}
