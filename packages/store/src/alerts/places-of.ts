/** Where resources are and who owns them, as rules filter by it: accounts, services, regions, tags and teams. */
import type { NewAlertEvent } from '@kept/domain/alert.ts'
import { type AlertLabel, isTeamKey } from '@kept/domain/alert-labels.ts'
import type { ScopedTransaction } from '../database/connect.ts'

type Labels = NewAlertEvent['labels']

/** By resource id, for those of the given ids that are known. */
export async function readPlaces(tx: ScopedTransaction, resourceIds: readonly string[]): Promise<Map<string, Labels>> {
  if (resourceIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('resource')
    .select(['resource_id', 'name', 'provider', 'sub_account_id', 'sub_account_name', 'service', 'region', 'tags'])
    .where('resource_id', 'in', [...resourceIds])
    .execute()
  // An environment has the resource's id, or the last part of it.
  const environments = new Map(
    resourceIds.flatMap((id) => [[id.replace(/^.*[/:]/, ''), id] as const, [id, id] as const]),
  )
  const teams = await tx
    .selectFrom('behavior_environment')
    .select(['environment_id', 'team'])
    .distinct()
    .where('environment_id', 'in', [...environments.keys()])
    .execute()
  const labelsById = new Map<string, Labels>()
  const add = (id: string, labels: Labels) => labelsById.set(id, joinLabels(labelsById.get(id) ?? {}, labels))
  for (const { resource_id, name, provider, sub_account_id, sub_account_name, service, region, tags } of rows) {
    add(resource_id, {
      resource: [resource_id, name],
      provider: [provider],
      sub_account: [sub_account_id, sub_account_name],
      service: [service],
      region: [region],
      ...labelsOfTags(Object.entries(tags)),
    })
  }
  for (const { environment_id, team } of teams) {
    const id = environments.get(environment_id)
    if (id !== undefined) add(id, { team: [team] })
  }
  return labelsById
}

/** Tags as "env=production"; team tags also as the team's name alone. */
export function labelsOfTags(tags: readonly (readonly [key: string, value: string])[]): Labels {
  return {
    tag: tags.map(([key, value]) => `${key}=${value}`),
    team: tags.filter(([key]) => isTeamKey(key)).map(([, value]) => value),
  }
}

/** The distinct values of both lists. */
export function joinLabels(labels: Labels, other: Labels): Labels {
  const names = [...new Set([...Object.keys(labels), ...Object.keys(other)])] as AlertLabel[]
  return Object.fromEntries(
    names.map((name) => [name, [...new Set([...(labels[name] ?? []), ...(other[name] ?? [])])].filter(Boolean)]),
  )
}
