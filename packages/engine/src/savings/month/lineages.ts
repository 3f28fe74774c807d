/**
 * Lineages: resources that are one and the same thing over time, because an action on one was followed by a successor.
 * Savings are counted by lineage, so that a machine that came back under another name saves nothing.
 */
import type { ResourceAction } from '@kept/domain/action.ts'
import { inOrder } from '../chain.ts'
import type { LiveAction } from './live-action.ts'

export interface Lineage {
  /** Named after the first resource of its first action. */
  readonly name: string
  readonly resources: readonly string[]
  readonly actions: readonly LiveAction[]
}

/** Actions that share a resource share a lineage. */
export function lineagesOf(actions: readonly LiveAction[]): Lineage[] {
  const members = new Map<string, LiveAction[]>()
  for (const live of inOrder(actions)) {
    const groups = new Set(
      live.action.resource_ids.flatMap((id) => members.get(id) ?? []).map((member) => members.get(firstOf(member))),
    )
    const merged = inOrder([...new Set([...[...groups].flatMap((group) => group ?? []), live])])
    for (const member of merged) for (const id of member.action.resource_ids) members.set(id, merged)
  }
  return [...new Set(members.values())].map((group) => ({
    name: group[0] ? firstOf(group[0]) : '',
    resources: [...new Set(group.flatMap(({ action }) => action.resource_ids))].toSorted(),
    actions: group,
  }))
}

function firstOf({ action }: { action: ResourceAction }): string {
  return action.resource_ids[0] ?? ''
}
