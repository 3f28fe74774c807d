/** What a policy chooses from: recommendations with the tags of their resources, and the size of its scope. */
import type { AutopilotScope } from '@kept/domain/autopilot.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { toRecommendation } from '../recommendations/row.ts'
import { resourceKey } from '../resources/provider-spelling.ts'

interface RecommendationWithTags {
  recommendation: Recommendation
  tags: Record<string, string>
}

/** Of these rules: those that can be carried out; with `since`, also those that ended after it. */
export async function recommendationsOfRules(
  tx: ScopedTransaction,
  rules: readonly string[],
  since?: Date,
): Promise<RecommendationWithTags[]> {
  if (rules.length === 0) return []
  const rows = await tx
    .selectFrom('recommendation')
    .selectAll()
    .where('rule', 'in', rules)
    .where('counted_in', '=', '')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['open', 'accepted', 'regressed']),
        ...(since ? [eb('last_seen_at', '>=', since), eb('completed_at', '>=', since)] : []),
      ]),
    )
    .orderBy('id')
    .limit(20_000)
    .execute()
  const ids = [...new Set(rows.map(({ resource_id }) => resource_id))]
  const resources =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('resource')
          .select(['provider', 'resource_id', 'tags'])
          .where(sql<boolean>`resource_id = ANY(${ids})`)
          .execute()
  const tagsOf = Map.groupBy(resources, ({ provider, resource_id }) => resourceKey(provider, resource_id))
  return rows.map((row) => ({
    recommendation: toRecommendation(row),
    tags: Object.assign({}, ...(tagsOf.get(resourceKey(row.provider, row.resource_id)) ?? []).map(({ tags }) => tags)),
  }))
}

/** Every name of a provider, as bills and inventories write it. */
export async function listProviders(tx: ScopedTransaction): Promise<string[]> {
  const rows = await tx.selectFrom('resource').select('provider').distinct().orderBy('provider').execute()
  return rows.map(({ provider }) => provider)
}

/** Distinct resources in the scope of a policy. */
export async function countScope(
  tx: ScopedTransaction,
  { providers, accounts, regions, tags }: AutopilotScope,
): Promise<number> {
  const { count } = await tx
    .selectFrom('resource')
    .select((eb) => eb.fn.count<string>('resource_id').distinct().as('count'))
    .$if(providers.length > 0, (query) => query.where('provider', 'in', providers))
    .$if(accounts.length > 0, (query) => query.where('sub_account_id', 'in', accounts))
    .$if(regions.length > 0, (query) => query.where('region', 'in', regions))
    .where((eb) =>
      eb.and(
        tags.map(({ key, value }) =>
          value === ''
            ? sql<boolean>`jsonb_exists(tags, ${key})`
            : sql<boolean>`tags @> ${JSON.stringify({ [key]: value })}::jsonb`,
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Recommendations that the policy proposed before, or tried in vain since `since`. */
export async function handledRecommendations(
  tx: ScopedTransaction,
  policyId: string,
  since: Date,
): Promise<{ proposed: Set<string>; failed: Set<string>; active: Set<string> }> {
  const rows = await tx
    .selectFrom('autopilot_change as change')
    .innerJoin('autopilot_run as run', 'run.id', 'change.run_id')
    .select(['change.recommendation_id', 'change.state', 'run.policy_id', 'change.ended_at'])
    .where((or) =>
      or.or([
        or('change.state', 'in', ['pending', 'waiting', 'approved', 'applying', 'checking', 'rolling_back']),
        or.and([
          or('run.policy_id', '=', policyId),
          or.or([or('change.state', '=', 'proposed'), or('change.ended_at', '>', since)]),
        ]),
      ]),
    )
    .execute()
  const waiting = await tx
    .selectFrom('remediation_action')
    .select('subject_id')
    .where('subject', '=', 'recommendation')
    .where('state', '=', 'waiting')
    .execute()
  const refused = await tx
    .selectFrom('remediation_action')
    .select('subject_id')
    .where('subject', '=', 'recommendation')
    .where('state', 'in', ['undone', 'left'])
    .where('ended_at', '>', since)
    .execute()
  const idsIn = (...states: string[]) =>
    new Set(rows.filter(({ state }) => states.includes(state)).map((row) => row.recommendation_id))
  return {
    proposed: idsIn('proposed'),
    // What people restored or undid, or what changed while it waited, is not done again at once either.
    failed: idsIn('rolled_back', 'failed', 'left').union(new Set(refused.map(({ subject_id }) => subject_id))),
    // What waits to be deleted is decided: a second run has nothing to do about it.
    active: idsIn('pending', 'waiting', 'approved', 'applying', 'checking', 'rolling_back').union(
      new Set(waiting.map(({ subject_id }) => subject_id)),
    ),
  }
}

/** The last start of a run of the policy; null where it never ran. */
export async function lastRunOf(tx: ScopedTransaction, policyId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('autopilot_run')
    .select('started_at')
    .where('policy_id', '=', policyId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? null
}
