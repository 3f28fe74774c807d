/** Rules, channels and what was sent, as files. Secrets are in none of them: the server never says them. */
import type { AlertChannel, AlertDelivery } from '@kept/contract/routes/alerts.ts'
import type { AlertRule } from '@kept/domain/alert.ts'
import type { DeliveryStatus } from '@kept/domain/alert-words.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages, wholePage } from '../../csv/all-pages.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

export function rulesList(rules: readonly AlertRule[], channels: readonly AlertChannel[]): List {
  const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name ?? id
  return listOf<AlertRule>(rules, [
    ['Rule', 'name'],
    ['On', 'enabled'],
    ['Tells of', 'kinds'],
    ['From severity', 'min_severity'],
    ['From amount', ({ min_amount }) => min_amount?.amount],
    ['Currency', ({ min_amount }) => min_amount?.currency],
    ['Only where', ({ filters }) => filters.map(({ label, values }) => `${label}: ${values.join(', ')}`)],
    ['Channels', ({ channels: of }) => of.map(nameOf)],
    ['Owners', 'owners'],
    ['Id', 'id'],
  ])
}

const channelColumns: readonly ListColumn<AlertChannel>[] = [
  ['Channel', 'name'],
  ['Kind', ({ settings }) => settings.kind],
  ['On', 'enabled'],
  ['Id', 'id'],
]

export const channelsList = (channels: readonly AlertChannel[]): List => listOf(channels, channelColumns)

const deliveryColumns: readonly ListColumn<AlertDelivery>[] = [
  ['What', 'title'],
  ['When', 'created_at'],
  ['Channel', ({ channel }) => channel.name],
  ['Kind of channel', ({ channel }) => channel.kind],
  ['How it went', 'status'],
  ['Tries', 'attempts'],
  ['What came back', 'last_sentence'],
  ['Finished', 'finished_at'],
  ['Rules', 'rules'],
  ['Owners', 'owners'],
  ['Id', 'id'],
]

/** All that was sent and fits the search, the newest first. */
export async function deliveriesList(filter: { search?: string; status?: DeliveryStatus }): Promise<List> {
  const deliveries = await allPages((page) =>
    queryClient.fetchQuery(api.alerts.deliveries.queryOptions({ input: { ...filter, page, page_size: wholePage } })),
  )
  return listOf(deliveries, deliveryColumns)
}
