import type { Finding, Recommendation } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { toFinding } from './row.ts'

/** Every finding there ever was on a resource, the living ones first, alternatives under the one that counts. */
export async function findingsOfResource(
  database: Database,
  scope: Scope,
  resourceId: string,
): Promise<Recommendation[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('finding')
      .selectAll()
      .where('resource_id', '=', resourceId)
      .orderBy((of) => of.case().when('status', '=', 'gone').then(1).else(0).end())
      .orderBy('monthly_saving', (order) => order.desc().nullsLast())
      .orderBy('id')
      .execute(),
  )
  const findings = rows.map(toFinding)
  const isAlternative = ({ status, counted_in }: Finding) => status === 'open' && counted_in !== ''
  return groupAlternatives(
    findings.filter((finding) => !isAlternative(finding)),
    findings.filter(isAlternative),
  )
}
