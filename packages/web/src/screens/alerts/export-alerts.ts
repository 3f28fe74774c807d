/** Exports of rules, channels, and deliveries. They contain no secrets: the server never sends them. */
import type { AlertChannel, AlertDelivery } from '@kept/contract/routes/alerts.ts'
import type { AlertRule } from '@kept/domain/alert.ts'
import type { DeliveryStatus } from '@kept/domain/alert-labels.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages, maxPageSize } from '../../csv/all-pages.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

export function rulesList(rules: readonly AlertRule[], channels: readonly AlertChannel[]): List {
  const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name ?? id
  return listOf<AlertRule>(rules, [
    ['Rule', 'name'],
    ['Enabled', 'enabled'],
    ['Event types', 'kinds'],
    ['Minimum severity', 'min_severity'],
    ['Minimum amount', ({ min_amount }) => min_amount?.amount],
    ['Currency', ({ min_amount }) => min_amount?.currency],
    ['Filters', ({ filters }) => filters.map(({ label, values }) => `${label}: ${values.join(', ')}`)],
    ['Channels', ({ channels: channelIds }) => channelIds.map(nameOf)],
    ['Owners', 'owners'],
    ['Id', 'id'],
  ])
}

const channelColumns: readonly ListColumn<AlertChannel>[] = [
  ['Channel', 'name'],
  ['Type', ({ settings }) => settings.kind],
  ['Enabled', 'enabled'],
  ['Id', 'id'],
]

export const channelsList = (channels: readonly AlertChannel[]): List => listOf(channels, channelColumns)

const deliveryColumns: readonly ListColumn<AlertDelivery>[] = [
  ['Alert', 'title'],
  ['Time', 'created_at'],
  ['Channel', ({ channel }) => channel.name],
  ['Channel type', ({ channel }) => channel.kind],
  ['Status', 'status'],
  ['Attempts', 'attempts'],
  ['Last response', 'last_result'],
  ['Finished', 'finished_at'],
  ['Rules', 'rules'],
  ['Owners', 'owners'],
  ['Id', 'id'],
]

/** All deliveries that match the filter, newest first. */
export async function deliveriesList(filter: { search?: string; status?: DeliveryStatus }): Promise<List> {
  const deliveries = await allPages((page) =>
    queryClient.fetchQuery(api.alerts.deliveries.queryOptions({ input: { ...filter, page, page_size: maxPageSize } })),
  )
  return listOf(deliveries, deliveryColumns)
}
