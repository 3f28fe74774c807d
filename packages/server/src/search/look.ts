/** Searches everything the user can read. Each type needs its own permission. */
import type { Permission } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Found, findMatch, splitWords } from '@kept/domain/search.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { findValues } from '@kept/store/ledger/find-values.ts'
import { reports } from '@kept/store/ledger/reports/all.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { listPeople } from '@kept/store/people/list-people.ts'
import { findNamed, type NamedKind } from '@kept/store/search/find-named.ts'
import { findRecommendations } from '@kept/store/search/find-recommendations.ts'
import { findResources } from '@kept/store/search/find-resources.ts'
import type { Services } from '../platform/context.ts'
import { foundResource, foundValue } from './cost-hits.ts'
import { foundNamed, foundPerson, foundRecommendation, foundReport } from './named-hits.ts'

/** The permission of each type's own route. */
const neededFor: Record<NamedKind, Permission> = {
  budgets: 'costs:read',
  anomalies: 'costs:read',
  loops: 'loops:read',
  environments: 'behavior:read',
  teams: 'behavior:read',
  alertRules: 'notifications:read',
  channels: 'notifications:read',
}

export async function lookEverywhere(
  services: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  permissions: readonly Permission[],
  { text: typed, limit }: { text: string; limit: number },
): Promise<Found[]> {
  const terms = splitWords(typed)
  const text = terms.join(' ')
  const { database, warehouse } = services.state
  const may = (permission: Permission) => permissions.includes(permission)
  const kinds = keysOf(neededFor).filter((kind) => may(neededFor[kind]))
  const [resourceHits, values, namedRows, people] = await Promise.all([
    resourcesAndRecommendations(),
    may('costs:read')
      ? currentLoadIds(database, scope).then((loads) => findValues(warehouse, scope, loads, { text, terms, limit }))
      : [],
    findNamed(database, scope, kinds, { terms, limit }),
    may('users:read') ? peopleNamed() : [],
  ])
  return [
    ...resourceHits,
    ...values.flatMap((value) => foundValue(text, value)),
    ...foundNamed(text, namedRows),
    ...(may('costs:read') ? reports.flatMap((report) => foundReport(text, report)) : []),
    ...people.flatMap((person) => foundPerson(text, person)),
  ]

  async function resourcesAndRecommendations(): Promise<Found[]> {
    if (!may('costs:read') && !may('recommendations:read')) return []
    const resources = await findResources(database, scope, { text, terms })
    const recommendations = may('recommendations:read')
      ? await findRecommendations(database, scope, {
          rules: allRules
            .filter(({ id, title }) => findMatch(text, [['', title] as const, ['', id] as const]))
            .map(({ id }) => id),
          resources: resources.map(({ resource_id }) => resource_id),
          limit,
        })
      : []
    return [
      ...(may('costs:read') ? resources.flatMap((resource) => foundResource(text, resource)) : []),
      ...recommendations.flatMap((recommendation) => foundRecommendation(text, recommendation)),
    ]
  }

  async function peopleNamed() {
    const page = { page: 1, page_size: limit, sort: 'full_name', order: 'asc' } as const
    return (await listPeople(database, scope, { search: typed, ...page, now: services.now() })).people
  }
}
