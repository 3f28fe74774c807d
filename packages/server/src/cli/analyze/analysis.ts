/** The result of an analysis and the JSON object that `--json` prints. Money is exact decimal text. */

import type { Reconciliation, RejectedRow } from '@kept/domain/ingest.ts'
import type { RecommendationDraft, RuleEvaluation } from '@kept/domain/recommendation.ts'
import type { EvaluationResult } from '@kept/engine/rules/run-rules.ts'
import { groupAlternatives } from '@kept/store/recommendations/group-alternatives.ts'
import type { Spend } from './spend.ts'

export interface Analysis extends Spend {
  formats: string[]
  formatLabels: string[]
  notes: string[]
  rows: Reconciliation['rows']
  /** The first rejected rows. */
  rejectedRows: RejectedRow[]
  evaluation: EvaluationResult
  reconciliation: Reconciliation
  elapsedMs: number
}

export function toJson(analysis: Analysis) {
  const { formats, rows, rejectedRows, periods, services, movers, evaluation, reconciliation, notes, elapsedMs } =
    analysis
  return {
    format: formats.join(', '),
    rows: { read: rows.read, stored: rows.stored, rejectedRows: rows.rejected },
    rejectedRows: rejectedRows.map(({ file, line, column, value, reason }) => ({ file, line, column, value, reason })),
    periods,
    services,
    movers,
    recommendations: recommendationsOf(evaluation.recommendations).map(({ alternatives, ...recommendation }) => ({
      ...recommendationToJson(recommendation),
      alternatives: alternatives.map(recommendationToJson),
    })),
    rules: evaluation.outcomes.map(outcomeToJson),
    reconciliation: {
      ok: reconciliation.ok,
      differences: reconciliation.columns
        .filter((column) => column.explanation !== '')
        .map(({ column, currency, difference, explanation }) => ({ column, currency, difference, explanation })),
      columns: reconciliation.columns.map(({ column, currency, in_file, in_warehouse, in_rejected_rows }) => ({
        column,
        currency,
        inFile: in_file,
        inWarehouse: in_warehouse,
        inRejectedRows: in_rejected_rows,
      })),
    },
    notes,
    elapsedMs,
  }
}

/** Groups alternatives under the recommendation that counts, so that the savings of the list can be added up. */
export function recommendationsOf(recommendations: readonly RecommendationDraft[]) {
  return groupAlternatives(
    recommendations.filter(({ counted_in }) => counted_in === ''),
    recommendations.filter(({ counted_in }) => counted_in !== ''),
  )
}

function recommendationToJson(recommendation: RecommendationDraft) {
  return {
    rule: recommendation.rule,
    title: recommendation.title,
    summary: recommendation.summary,
    provider: recommendation.provider,
    service: recommendation.service,
    region: recommendation.region,
    resourceId: recommendation.resource_id,
    resourceName: recommendation.resource_name,
    monthlySavings: recommendation.monthly_savings,
    monthlySavingLow: recommendation.monthly_savings_low,
    monthlySavingHigh: recommendation.monthly_savings_high,
    monthlyCost: recommendation.monthly_cost,
    currency: recommendation.currency,
    confidence: recommendation.confidence,
    effort: recommendation.effort,
    risk: recommendation.risk,
    evidence: recommendation.evidence,
    steps: recommendation.steps,
  }
}

function outcomeToJson({ rule, recommendations, evaluated_count, skip_reasons }: RuleEvaluation) {
  return { rule, recommendations, evaluatedCount: evaluated_count, skipReasons: skip_reasons }
}
