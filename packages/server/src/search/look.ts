/** A search over everything one person may read: each kind of thing is looked at only with the permission it asks for. */
import type { Permission } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Found, findMatch, wordsOf } from '@kept/domain/search.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { findValues } from '@kept/store/ledger/find-values.ts'
import { reports } from '@kept/store/ledger/reports/all.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { listPeople } from '@kept/store/people/list-people.ts'
import { findFindings } from '@kept/store/search/find-findings.ts'
import { findNamed, type NamedKind } from '@kept/store/search/find-named.ts'
import { findResources } from '@kept/store/search/find-resources.ts'
import type { Services } from '../platform/context.ts'
import { foundResource, foundValue } from './cost-hits.ts'
import { foundFinding, foundNamed, foundPerson, foundReport } from './named-hits.ts'

/** What each kind asks for is what its own route asks for. */
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
  const words = wordsOf(typed)
  const text = words.join(' ')
  const { database, warehouse } = services.state
  const may = (permission: Permission) => permissions.includes(permission)
  const kinds = (Object.keys(neededFor) as NamedKind[]).filter((kind) => may(neededFor[kind]))
  const [things, values, named, people] = await Promise.all([
    resourcesAndFindings(),
    may('costs:read')
      ? currentLoadIds(database, scope).then((loads) => findValues(warehouse, scope, loads, { text, words, limit }))
      : [],
    findNamed(database, scope, kinds, { words, limit }),
    may('users:read') ? peopleNamed() : [],
  ])
  return [
    ...things,
    ...values.flatMap((one) => foundValue(text, one)),
    ...foundNamed(text, named),
    ...(may('costs:read') ? reports.flatMap((one) => foundReport(text, one)) : []),
    ...people.flatMap((one) => foundPerson(text, one)),
  ]

  async function resourcesAndFindings(): Promise<Found[]> {
    if (!may('costs:read') && !may('findings:read')) return []
    const resources = await findResources(database, scope, { text, words })
    const findings = may('findings:read')
      ? await findFindings(database, scope, {
          rules: allRules
            .filter(({ id, title }) => findMatch(text, [['', title] as const, ['', id] as const]))
            .map(({ id }) => id),
          resources: resources.map(({ resource_id }) => resource_id),
          limit,
        })
      : []
    return [
      ...(may('costs:read') ? resources.flatMap((one) => foundResource(text, one)) : []),
      ...findings.flatMap((one) => foundFinding(text, one)),
    ]
  }

  async function peopleNamed() {
    const page = { page: 1, page_size: limit, sort: 'full_name', order: 'asc' } as const
    return (await listPeople(database, scope, { search: typed, ...page, now: services.now() })).people
  }
}
