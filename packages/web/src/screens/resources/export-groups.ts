/** The groups as a file, with one line per group and currency. */
import type { ResourceGroupKey } from '@kept/domain/resource-list.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { type List, listOf } from '../../csv/list-file.ts'
import { filterOf, type ResourcesView } from './resource-list.ts'

type Group = Awaited<ReturnType<typeof listGroups>>['data'][number]
type Line = Group & { cost: Group['costs'][number] | undefined }

export async function groupsList(view: ResourcesView, text: string): Promise<List> {
  if (view.groupBy === '') throw new Error('groupsList needs a group to group by.')
  const { data } = await listGroups(view, view.groupBy, text)
  const lines = data.flatMap((group): Line[] =>
    group.costs.length === 0 ? [{ ...group, cost: undefined }] : group.costs.map((cost) => ({ ...group, cost })),
  )
  const list = listOf<Line>(lines, [
    ['Value', 'value'],
    ['Name', 'name'],
    ['Resources', 'resources'],
    ['Currency', ({ cost }) => cost?.currency],
    ['Effective cost, 30 days', ({ cost }) => cost?.effective],
  ])
  return { ...list, rows: data }
}

function listGroups(view: ResourcesView, groupBy: ResourceGroupKey, text: string) {
  return queryClient.fetchQuery(
    api.resources.groups.queryOptions({ input: { ...filterOf(view, text), group_by: groupBy } }),
  )
}
