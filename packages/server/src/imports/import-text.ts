/** What an import says about itself: notes, the sentence of a failure, and the notifications. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { summarizeImport } from '@kept/domain/import-outcome.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import { type Money, totalByCurrency } from '@kept/domain/money.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import type { RejectionReason } from '@kept/store/imports/rejected-rows.ts'
import type { LoadDraft } from '@kept/store/loads/of-attempt.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'
import type { OpenedBill } from '@kept/store/reading/open-bills.ts'

export function recognizedNotes(bills: OpenedBill[]): string[] {
  const kinds = Map.groupBy(bills, ({ format, reason }) => `${format.label}: ${reason}`)
  return [...kinds].map(([kind, alike]) =>
    alike.length === 1 ? `${alike[0]?.source.name}: ${kind}.` : `${alike.length} files: ${kind}.`,
  )
}

/** "None of the 12 rows could be read: in 11 of them BilledCost is "abc" (this is not an amount). ..." */
export function nothingImported(rows: number, [commonest]: RejectionReason[]): string {
  const reason = commonest
    ? `in ${formatCount(commonest.rows)} of them ${commonest.column} ${commonest.value === '' ? 'is empty' : `is "${cut(commonest.value)}"`} (${commonest.reason})`
    : 'reason unknown'
  return `None of the ${formatCount(rows)} rows could be read: ${reason}. Check that the file is a complete bill, or choose its format.`
}

export function rejectedRowsNote(rejectedRows: number, [commonest]: RejectionReason[]): string {
  const reason = commonest ? `, mostly because of ${commonest.column}: ${commonest.reason}` : ''
  return `${formatCount(rejectedRows)} ${rejectedRows === 1 ? 'row was' : 'rows were'} skipped${reason}. You can view and download ${rejectedRows === 1 ? 'it' : 'them'}.`
}

/** Error for files whose row count differs from the rows read, usually because a file changed during the import. */
export function rowsDiffer({ rows }: Reconciliation): string {
  return `The files have ${formatCount(rows.read)} rows, but ${formatCount(rows.stored)} were read and ${formatCount(rows.rejected)} skipped. A file may have changed during the import; upload it again. Nothing was changed.`
}

export function doneNotifications(
  loads: (LoadDraft & { dataset: Dataset })[],
  reconciliation: Reconciliation,
): NewNotification[] {
  const { rows } = reconciliation
  if (rows.read === 0) return []
  const costs = loads.filter(({ dataset }) => dataset === 'cost_and_usage')
  const otherLabels = [...new Set(loads.map(({ dataset }) => datasetLabels[dataset]))].filter(Boolean)
  const subject = costs.length > 0 ? placesOf(costs) : otherLabels.join(' and ')
  const billed = totalByCurrency(costs.flatMap((load) => load.billed))
  const notifications: NewNotification[] = [
    {
      kind: 'import_done',
      title: `Imported ${subject}`,
      body: `${formatCount(rows.stored)} lines${billed.length > 0 ? `, ${billed.map(formatThreshold).join(' and ')} billed` : ''}. ${summarizeImport(reconciliation, []).summary}`,
      href: '/integrations',
    },
  ]
  if (rows.rejected > 0) {
    notifications.push({
      kind: 'rejected_rows',
      title: `${formatCount(rows.rejected)} ${rows.rejected === 1 ? 'row was' : 'rows were'} skipped`,
      body: `${rows.rejected === 1 ? 'It is' : 'They are'} not in any total. See the reason in the Integration Center, fix the file and upload it again.`,
      href: '/integrations',
    })
  }
  return notifications
}

const datasetLabels: Record<Dataset, string> = {
  cost_and_usage: '',
  invoice_detail: 'Invoice details',
  billing_period: 'Billing periods',
  contract_commitment: 'Contract commitments',
}

/** "AWS and Microsoft September 2024" */
function placesOf(loads: LoadDraft[]): string {
  const providers = [...new Set(loads.flatMap((load) => load.providers.slice(0, 1)))].filter(Boolean)
  return [shortList(providers), shortList(monthsOf(loads))].filter(Boolean).join(' ')
}

function monthsOf(loads: LoadDraft[]): string[] {
  return [...new Set(loads.map(({ billingPeriod }) => billingPeriod))].toSorted().map(formatMonth)
}

const formatThreshold = ({ amount, currency }: Money) => formatMoney(amount, currency)

function shortList(items: string[]): string {
  if (items.length <= 2) return items.join(' and ')
  return `${items[0]}, ${items[1]} and ${items.length - 2} more`
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
