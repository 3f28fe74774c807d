/** The analysis as a person reads it in a shell: the sentence first, then the figures, then where money leaks. */
import { add, type Decimal, toPlaces } from '@kept/domain/decimal.ts'
import type { FindingDraft } from '@kept/domain/finding.ts'
import { type Terminal, textTable } from '../terminal.ts'
import { type Analysis, recommendationsOf } from './analysis.ts'

const mostServices = 12
const mostFindings = 15
const mostSetAside = 5

export function printAnalysis(analysis: Analysis, terminal: Terminal): void {
  const { out, style, width } = terminal
  const { rows, periods, services, movers, verdict } = analysis
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
  const shown = services.slice(0, mostServices)
  out(
    `${textTable(
      [{ head: 'service' }, { head: 'effective', align: 'right' }, { head: 'billed', align: 'right' }, { head: '' }],
      shown.map(({ service, currency, billed, effective }) => [
        service || '(none named)',
        figure(effective),
        figure(billed),
        currency,
      ]),
      width,
    )}\n`,
  )
  if (services.length > shown.length)
    out(style('quiet', `${shown.length} of ${services.length} services; --json has all of them.\n`))
  if (movers.length > 0) {
    out(`\n${style('strong', 'What moved')} ${style('quiet', movers[0]?.between ?? '')}\n`)
    for (const { service, currency, from, to, change } of movers) {
      const sign = change.startsWith('-') ? '' : '+'
      out(`  ${sign}${figure(change)} ${currency}  ${service || '(none named)'} (${figure(from)} to ${figure(to)})\n`)
    }
  }
  printFindings(recommendationsOf(verdict.findings), terminal)
  printReconciliation(analysis, terminal)
  for (const note of analysis.notes) out(style('quiet', `Note: ${note}\n`))
  printSetAside(analysis, terminal)
  out(style('quiet', `${counted(rows.read)} in ${(analysis.elapsedMs / 1000).toFixed(1)} s\n`))
}

function headline({ periods, rows, formatLabels }: Analysis): string {
  const totals = new Map<string, Decimal>()
  for (const { currency, billed } of periods)
    if (billed !== null) totals.set(currency, add(totals.get(currency) ?? '0', billed))
  const spent = [...totals].map(([currency, amount]) => `${grouped(toPlaces(amount, 2))} ${currency}`).join(' and ')
  const months = [...new Set(periods.map(({ month }) => month))]
  const when =
    months.length === 0 ? '' : months.length === 1 ? ` in ${months[0]}` : ` from ${months[0]} to ${months.at(-1)}`
  return `Billed ${spent || 'nothing'}${when} (${rows.kept.toLocaleString('en-US')} lines, ${formatLabels.join(', ')})`
}

function printFindings(findings: FindingDraft[], { out, style, width }: Terminal): void {
  out(`\n${style('strong', 'Where money leaks')}\n`)
  if (findings.length === 0) {
    out('  No rule found anything; --json says for each rule why.\n')
    return
  }
  out(
    `${textTable(
      [
        { head: 'per month', align: 'right' },
        { head: '' },
        { head: 'sure', align: 'right' },
        { head: 'finding' },
        { head: 'where' },
      ],
      findings
        .slice(0, mostFindings)
        .map((finding) => [
          finding.monthly_saving === null ? '-' : figure(finding.monthly_saving),
          finding.currency,
          `${Math.round(finding.confidence * 100)} %`,
          finding.title,
          finding.resource_name || finding.resource_id || finding.service,
        ]),
      width,
    )}\n`,
  )
  if (findings.length > mostFindings)
    out(style('quiet', `${mostFindings} of ${findings.length} findings; --json has all of them with their evidence.\n`))
  out(style('quiet', 'Estimates for a 30-day month. A saving counts as verified only when a later bill shows it.\n'))
}

function printSetAside({ rows, setAside }: Analysis, { out, style }: Terminal): void {
  if (rows.set_aside === 0) return
  out(style('watch', `${counted(rows.set_aside)} could not be read, left out of every total:\n`))
  const shown = setAside.slice(0, mostSetAside)
  for (const { file, line, column, value, reason } of shown) {
    out(`  ${file}, line ${line}, ${column}: ${reason}${value === '' ? '' : ` ("${value}")`}\n`)
  }
  if (rows.set_aside > shown.length)
    out(style('quiet', `  ${shown.length} of ${rows.set_aside}; import the bill to see and download all of them.\n`))
}

function counted(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`
}

function printReconciliation({ reconciliation }: Analysis, { out, style }: Terminal): void {
  const explained = reconciliation.columns.filter(({ explanation }) => explanation !== '')
  out('\n')
  if (reconciliation.ok && explained.length === 0) {
    out(
      `${style('good', 'Reconciled:')} every row is accounted for, and every cost column sums to the file's own figure exactly.\n`,
    )
    return
  }
  out(
    `${reconciliation.ok ? style('good', 'Reconciled, with explained differences:') : style('bad', 'NOT reconciled:')}\n`,
  )
  for (const { column, currency, difference, explanation } of explained)
    out(`  ${column} ${currency} differs by ${difference}: ${explanation}\n`)
}

/** Two decimals, thousands apart; a dash where the bill does not say. */
function figure(amount: Decimal | null): string {
  return amount === null ? '-' : grouped(toPlaces(amount, 2))
}

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`
}
