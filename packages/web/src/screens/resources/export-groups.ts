/** The groups of the selection as a file: a line for each currency a group costs in. */
import type { ResourceGroupKey } from '@kept/domain/resource.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { type List, listOf } from '../../csv/list-file.ts'
import { filterOf, type ResourcesView } from './resource-list.ts'

type Group = Awaited<ReturnType<typeof askGroups>>['data'][number]
type Line = Group & { cost: Group['costs'][number] | undefined }

export async function groupsList(view: ResourcesView, text: string): Promise<List> {
  if (view.by === '') throw new Error('Without groups there is a list of resources.')
  const { data } = await askGroups(view, view.by, text)
  const lines = data.flatMap((group): Line[] =>
    group.costs.length === 0 ? [{ ...group, cost: undefined }] : group.costs.map((cost) => ({ ...group, cost })),
  )
  const list = listOf<Line>(lines, [
    ['Value', 'value'],
    ['Name', 'name'],
    ['Resources', 'resources'],
    ['Currency', ({ cost }) => cost?.currency],
    ['Effective, 30 days', ({ cost }) => cost?.effective],
  ])
  return { ...list, rows: data }
}

function askGroups(view: ResourcesView, by: ResourceGroupKey, text: string) {
  return queryClient.fetchQuery(api.resources.groups.queryOptions({ input: { ...filterOf(view, text), by } }))
}
