import type { AutopilotDryRun } from '@kept/contract/routes/autopilot.ts'
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { totalByCurrency } from '@kept/domain/money.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dryRunPolicy } from '@kept/engine/autopilot/dry-run.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import type { Services } from '../platform/context.ts'
import { readCandidates } from './candidates.ts'

const days = 30

/** What the settings would have done in the last 30 days, from the stored recommendations. */
export async function dryRun(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  settings: AutopilotSettings,
): Promise<AutopilotDryRun> {
  const nowMs = now().getTime()
  const since = new Date(nowMs - days * dayMs)
  const { candidates, scopeResources } = await state.database.scoped(scope, (tx) => readCandidates(tx, settings, since))
  const past = candidates.map(({ candidate, recommendation }) => ({
    ...candidate,
    ended_at: endOf(recommendation.status, recommendation.completed_at, recommendation.last_seen_at),
  }))
  const { changes, skipped } = dryRunPolicy(settings, past, { nowMs, days, scopeResources })
  const counts = Map.groupBy(skipped, ({ reason }) => reason)
  return {
    changes: changes.map(({ day, candidate }) => {
      const { id: recommendation_id, resource_id, resource_name, rule, monthly_savings, currency } = candidate
      return {
        day,
        recommendation_id,
        resource_id,
        resource_name,
        rule,
        monthly_savings: monthly_savings ?? '0',
        currency,
      }
    }),
    monthly_savings: totalByCurrency(
      changes.map(({ candidate }) => ({ amount: candidate.monthly_savings ?? '0', currency: candidate.currency })),
    ),
    skipped: [...counts]
      .map(([reason, entries]) => ({ reason, count: entries.length }))
      .toSorted((a, b) => b.count - a.count),
    scope_resources: scopeResources,
    days,
  }
}

function endOf(status: string, completedAt: string | null, lastSeenAt: string): string | null {
  if (status === 'open' || status === 'accepted' || status === 'regressed') return null
  return completedAt ?? lastSeenAt
}
