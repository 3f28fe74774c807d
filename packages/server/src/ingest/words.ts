/** What an import says about itself: notes, the sentence of a failure, and the notifications. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { verdictOf } from '@kept/domain/import-verdict.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import { type Money, totalByCurrency } from '@kept/domain/money.ts'
import type { SetAsideReason } from '@kept/store/imports/set-aside.ts'
import type { LoadDraft } from '@kept/store/loads/of-attempt.ts'
import type { NewNotification } from '@kept/store/notifications/add.ts'
import type { OpenedBill } from '@kept/store/reading/open-bills.ts'
import { moneyWords } from '../platform/money-words.ts'

const number = new Intl.NumberFormat('en-US')

export function recognisedNotes(bills: OpenedBill[]): string[] {
  const kinds = Map.groupBy(bills, ({ format, because }) => `${format.label}: ${because}`)
  return [...kinds].map(([kind, alike]) =>
    alike.length === 1 ? `${alike[0]?.source.name}: ${kind}.` : `${alike.length} files: ${kind}.`,
  )
}

/** "None of the 12 rows could be read: in 11 of them BilledCost is not an amount (for example "abc"). ..." */
export function nothingKept(rows: number, [commonest]: SetAsideReason[]): string {
  const reason = commonest
    ? `in ${number.format(commonest.rows)} of them ${commonest.column} ${commonest.value === '' ? 'is empty' : `holds "${cut(commonest.value)}"`} (${commonest.reason})`
    : 'for a reason that is not known'
  return `None of the ${number.format(rows)} rows could be read: ${reason}. Please check that the file is a bill and is complete, or name its format.`
}

export function setAsideNote(setAside: number, [commonest]: SetAsideReason[]): string {
  const reason = commonest ? `, most often because of ${commonest.column}: ${commonest.reason}` : ''
  return `${number.format(setAside)} ${setAside === 1 ? 'row was' : 'rows were'} set aside${reason}; ${setAside === 1 ? 'it' : 'they'} can be looked at and downloaded.`
}

/** The rows a file is said to have do not match what was read: it changed under our hands, or we are wrong. */
export function rowsDiffer({ rows }: Reconciliation): string {
  return `The files hold ${number.format(rows.read)} rows, but ${number.format(rows.kept)} were read and ${number.format(rows.set_aside)} set aside; a file may have changed while it was read, so please deliver it again. Nothing was changed.`
}

export function doneNotifications(
  loads: (LoadDraft & { dataset: Dataset })[],
  reconciliation: Reconciliation,
): NewNotification[] {
  const { rows } = reconciliation
  if (rows.read === 0) return []
  const costs = loads.filter(({ dataset }) => dataset === 'cost_and_usage')
  const others = [...new Set(loads.map(({ dataset }) => datasetWords[dataset]))].filter(Boolean)
  const what = costs.length > 0 ? placesOf(costs) : others.join(' and ')
  const billed = totalByCurrency(costs.flatMap((load) => load.billed))
  const notifications: NewNotification[] = [
    {
      kind: 'import_done',
      title: `${what} ${costs.length > 0 && monthsOf(costs).length === 1 ? 'is' : 'are'} in`,
      body: `${number.format(rows.kept)} lines${billed.length > 0 ? `, ${billed.map(inWords).join(' and ')} billed` : ''}. ${verdictOf(reconciliation, []).summary}`,
      href: '/integrations',
    },
  ]
  if (rows.set_aside > 0) {
    notifications.push({
      kind: 'rows_set_aside',
      title: `${number.format(rows.set_aside)} ${rows.set_aside === 1 ? 'row was' : 'rows were'} set aside`,
      body: `${rows.set_aside === 1 ? 'It could not be read and is' : 'They could not be read and are'} in no total. See why in the Integration Center, fix the file and upload it again.`,
      href: '/integrations',
    })
  }
  return notifications
}

const datasetWords: Record<Dataset, string> = {
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
  return [...new Set(loads.map(({ billingPeriod }) => billingPeriod))].toSorted().map(monthName)
}

function monthName(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))
}

const inWords = ({ amount, currency }: Money) => moneyWords(amount, currency)

function shortList(words: string[]): string {
  if (words.length <= 2) return words.join(' and ')
  return `${words[0]}, ${words[1]} and ${words.length - 2} more`
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
