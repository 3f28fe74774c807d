/** Deliveries and billing periods as files: all of them, not only the page that is shown. */
import type { Import, Load } from '@kept/domain/ingest.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages, wholePage } from '../../csv/all-pages.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'
import { nameOf, sayVerdict } from './words.ts'

const deliveryColumns: readonly ListColumn<Import>[] = [
  ['Delivery', nameOf],
  ['Status', 'status'],
  ['Files', ({ sources }) => sources.map(({ name }) => name)],
  ['Recognised as', ({ sources }) => [...new Set(sources.flatMap(({ format }) => format ?? []))]],
  ['Brought in', 'created_at'],
  ['Finished', 'finished_at'],
  ['Rows kept', ({ reconciliation }) => reconciliation?.rows.kept],
  ['Proof', (delivery) => sayVerdict(delivery)?.words],
  ['What went wrong', 'error'],
  ['Id', 'id'],
]

export async function deliveriesList(): Promise<List> {
  const rows = await allPages((page) =>
    queryClient.fetchQuery(api.imports.list.queryOptions({ input: { page, page_size: wholePage } })),
  )
  return listOf(rows, deliveryColumns)
}

const loadColumns: readonly ListColumn<Load>[] = [
  ['Period', 'billing_period'],
  ['Status', 'status'],
  ['Provider', 'provider'],
  ['Billing account', 'billing_account_id'],
  ['From', 'connection_name'],
  ['Format', 'format'],
  ['First charge', 'first_charge_on'],
  ['Last charge', 'last_charge_on'],
  ['Rows', 'rows'],
  ['Billed', ({ billed }) => billed.map(({ amount, currency }) => `${amount} ${currency}`)],
  ['Since', 'published_at'],
  ['Delivery', 'import_id'],
]

export async function loadsList(status: 'current' | 'superseded' | 'discarded'): Promise<List> {
  const rows = await allPages((page) =>
    queryClient.fetchQuery(api.imports.loads.queryOptions({ input: { page, page_size: wholePage, status } })),
  )
  return listOf(rows, loadColumns)
}
