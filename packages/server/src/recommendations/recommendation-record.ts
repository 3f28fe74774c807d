/**
 * A recommendation as a row of the Recommendation dataset in the FOCUS 1.5 draft (FOCUS_Spec, pull request 2444): its
 * columns in order, then Kept's own with the prefix `x_`. Null is empty.
 */
import type {
  Evidence,
  Recommendation,
  RecommendationWithAlternatives,
  RuleDescription,
} from '@kept/domain/recommendation.ts'
import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { negate } from '@kept/foundation/decimal.ts'
import { subcategoryOf } from './recommendation-kinds.ts'

export function recommendationRecord(
  recommendation: Recommendation & Partial<RecommendationWithAlternatives>,
  rule: RuleDescription | undefined,
): Record<string, string> {
  const { monthly_savings: saving } = recommendation
  return {
    BillingAccountId: recommendation.billing_account_id,
    BillingAccountName: '',
    Currency: recommendation.currency,
    // The change of effective cost: savings are negative.
    EstimatedMonthlyCostImpact: saving === null ? '' : negate(saving),
    ImplementationEffort: levels[recommendation.effort],
    ImplementationRisk: levels[recommendation.risk],
    // The Cost category requires an estimate. Without one, the category is Operational Excellence.
    RecommendationCategory: saving === null ? 'Operational Excellence' : 'Cost',
    RecommendationCreated: recommendation.first_seen_at,
    RecommendationDescription: recommendation.summary,
    RecommendationDetails: JSON.stringify(detailsOf(recommendation, rule)),
    RecommendationId: recommendation.id,
    RecommendationLastUpdated: recommendation.last_seen_at,
    RecommendationProviderName: 'Kept',
    RecommendationStatus: statuses[recommendation.status],
    RecommendationSubcategory: saving === null ? 'Other (Operational Excellence)' : subcategoryOf(recommendation.rule),
    RegionId: recommendation.region,
    RegionName: '',
    ResourceId: recommendation.resource_id,
    ResourceName: recommendation.resource_name,
    ResourceType: recommendation.resource_type,
    ServiceCategory: '',
    ServiceName: recommendation.service,
    ServiceProviderName: recommendation.provider,
    ServiceSubcategory: '',
    SubAccountId: recommendation.sub_account_id,
    SubAccountName: recommendation.sub_account_name,
    x_Rule: recommendation.rule,
    x_Title: recommendation.title,
    x_Status: recommendation.status,
    x_MonthlyCost: recommendation.monthly_cost,
    x_MonthlySavingsLow: recommendation.monthly_savings_low ?? '',
    x_MonthlySavingsHigh: recommendation.monthly_savings_high ?? '',
    // Counted in another record: must not be added twice.
    x_CountedIn: recommendation.counted_in,
    // Alternatives for the same cost: rules and recommendation ids.
    x_Alternatives: (recommendation.alternatives ?? []).map(({ rule: other, id }) => `${other} ${id}`).join('; '),
    x_Owner: recommendation.owner,
    x_DueDate: recommendation.due_on ?? '',
  }
}

const levels: Record<Recommendation['effort'], string> = { low: 'Low', medium: 'Medium', high: 'High' }

const statuses: Record<RecommendationStatus, string> = {
  open: 'Open',
  accepted: 'Open',
  regressed: 'Open',
  done: 'Implemented',
  verifying: 'Implemented',
  verified: 'Implemented',
  dismissed: 'Dismissed',
  snoozed: 'Deferred',
  gone: 'Expired',
}

function formatEvidence({ label, value, unit }: Evidence): string {
  return `${label}: ${[value, unit].filter(Boolean).join(' ')}`
}

/** FOCUS key-value format. */
function detailsOf({ confidence, steps, evidence }: Recommendation, rule: RuleDescription | undefined) {
  return {
    x_Confidence: confidence,
    ...(rule && { x_Reversible: rule.reversible }),
    x_Steps: steps.join('\n'),
    x_Evidence: evidence
      .filter(({ step }) => step === undefined)
      .map(formatEvidence)
      .join('\n'),
    // One line per calculation step with its value. The last is the estimate.
    x_Calculation: evidence
      .flatMap(({ step, ...fact }) => (step ? [`${step.operator}: ${formatEvidence(fact)}`] : []))
      .join('\n'),
  }
}
