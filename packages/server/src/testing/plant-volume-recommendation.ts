/** For tests: a recommendation as the rules would have saved it. */
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'

type Planted =
  | 'rule'
  | 'provider'
  | 'resource_id'
  | 'currency'
  | 'monthly_cost'
  | 'monthly_savings'
  | 'confidence'
  | 'counted_in'
  | 'status'

/** Returns its id. */
export async function plantVolumeRecommendation(
  database: Database,
  scope: Scope,
  fields: Partial<Pick<Recommendation, Planted>> & { tags?: Record<string, string>; seenAt: Date },
): Promise<string> {
  const { tags = {}, seenAt, resource_id = 'vol-0123456789abcdef0', provider = 'aws', ...values } = fields
  return database.scoped(scope, async (tx) => {
    const resource = { organization_id: scope.organizationId, provider, resource_id }
    await tx
      .insertInto('resource')
      .values({ ...resource, bill_tags: JSON.stringify(tags), costs: '[]' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await tx
      .insertInto('recommendation')
      .values({
        organization_id: scope.organizationId,
        ...{
          fingerprint: [resource_id, values.rule, fields.provider, values.currency].filter(Boolean).join(' '),
          rule: 'unattached-volume',
          title: 'Unattached volume',
          summary: 'It is unattached.',
        },
        ...{ provider, billing_account_id: '', sub_account_id: '111122223333', sub_account_name: '' },
        ...{
          region: 'eu-west-1',
          service: 'Amazon EBS',
          resource_id,
          resource_name: resource_id,
          resource_type: 'Volume',
        },
        ...{ currency: 'USD', monthly_cost: '20', monthly_savings: '15', confidence: 0.9 },
        ...({ effort: 'low', risk: 'low', status: 'open' } as const),
        ...{ monthly_savings_low: '10', monthly_savings_high: '20', evidence: '[]', steps: '[]' },
        ...{ first_seen_at: seenAt, last_seen_at: seenAt },
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
