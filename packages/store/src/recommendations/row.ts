/** Maps rows of recommendations to the domain type. */

import type { Evidence, Recommendation, RecommendationDraft } from '@kept/domain/recommendation.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import type { Schema } from '../database/schema.ts'

export type RecommendationRow = Selectable<Schema['recommendation']>

/** The columns that each evaluation writes; the others are its status and history. */
export const evaluatedColumns = [
  'title',
  'summary',
  'sub_account_name',
  'resource_name',
  'resource_type',
  'monthly_savings',
  'monthly_savings_low',
  'monthly_savings_high',
  'monthly_cost',
  'confidence',
  'effort',
  'risk',
  'evidence',
  'steps',
  'counted_in',
  'last_seen_at',
] as const

export function toRecommendation(row: RecommendationRow): Recommendation {
  return {
    id: row.id,
    rule: row.rule,
    title: row.title,
    summary: row.summary,
    provider: row.provider,
    billing_account_id: row.billing_account_id,
    sub_account_id: row.sub_account_id,
    sub_account_name: row.sub_account_name,
    region: row.region,
    service: row.service,
    resource_id: row.resource_id,
    resource_name: row.resource_name,
    resource_type: row.resource_type,
    currency: row.currency,
    monthly_savings: exact(row.monthly_savings),
    monthly_savings_low: exact(row.monthly_savings_low),
    monthly_savings_high: exact(row.monthly_savings_high),
    monthly_cost: decimal(row.monthly_cost),
    confidence: row.confidence,
    effort: row.effort,
    risk: row.risk,
    evidence: row.evidence as Evidence[],
    steps: row.steps,
    counted_in: row.counted_in,
    status: row.status,
    dismissed_reason: row.dismissed_reason,
    dismissed_until: row.dismissed_until,
    owner: row.owner,
    owner_type: row.owner_type,
    owner_id: row.owner_id,
    due_on: row.due_on,
    completed_at: row.completed_at?.toISOString() ?? null,
    completed_by: row.completed_by,
    verified_at: row.verified_at?.toISOString() ?? null,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }
}

/** The values of a draft, whatever its recommendation's status. */
export function evaluatedValues(draft: RecommendationDraft, seenAt: Date) {
  return {
    ...draft,
    evidence: JSON.stringify(draft.evidence),
    steps: JSON.stringify(draft.steps),
    last_seen_at: seenAt,
  }
}

function exact(amount: string | null): string | null {
  return amount === null ? null : decimal(amount)
}
