/** A finding as its row holds it, and as everybody else sees it. */

import { decimal } from '@kept/domain/decimal.ts'
import type { Evidence, Finding, FindingDraft } from '@kept/domain/finding.ts'
import type { Selectable } from 'kysely'
import type { Schema } from '../database/schema.ts'

export type FindingRow = Selectable<Schema['finding']>

/** The columns a judgement writes anew each time; the rest is the finding's life. */
export const judgedColumns = [
  'title',
  'summary',
  'sub_account_name',
  'resource_name',
  'resource_type',
  'monthly_saving',
  'monthly_saving_low',
  'monthly_saving_high',
  'monthly_cost',
  'confidence',
  'effort',
  'risk',
  'evidence',
  'steps',
  'counted_in',
  'last_seen_at',
] as const

export function toFinding(row: FindingRow): Finding {
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
    monthly_saving: exact(row.monthly_saving),
    monthly_saving_low: exact(row.monthly_saving_low),
    monthly_saving_high: exact(row.monthly_saving_high),
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
    due_on: row.due_on,
    done_at: row.done_at?.toISOString() ?? null,
    done_by: row.done_by,
    verified_at: row.verified_at?.toISOString() ?? null,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
  }
}

/** What is written of a draft, whatever became of the finding before. */
export function judgedValues(draft: FindingDraft, seenAt: Date) {
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
