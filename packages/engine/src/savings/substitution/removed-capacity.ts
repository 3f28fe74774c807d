/** An action as the search for replacements sees it: what it removed, and from when on. */
import type { ResourceAction } from '@kept/domain/action.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import type { GroupResource } from './group-resource.ts'

export interface RemovedCapacity {
  readonly action: string
  readonly resource: GroupResource
  readonly hour: Hour
}

/** Actions that remove capacity; the others are measured against demand or a loop. */
export function removesCapacity({ kind }: ResourceAction): boolean {
  return kind === 'terminate' || kind === 'rightsize' || kind === 'schedule'
}

export function removedCapacity(
  actions: readonly ResourceAction[],
  resources: ReadonlyMap<string, GroupResource>,
): RemovedCapacity[] {
  return actions.filter(removesCapacity).flatMap(({ id, resource_ids, effective_time }) => {
    const resource = resources.get(resource_ids[0] ?? '')
    return resource ? [{ action: id, resource, hour: toHour(effective_time) }] : []
  })
}
