/**
 * A finding as a row of the Recommendation dataset in the draft of FOCUS 1.5 (FOCUS_Spec, pull request 2444): its columns
 * in its order, then Kept's own with `x_` before them. Null is empty.
 */
import { negate } from '@kept/domain/decimal.ts'
import type { Evidence, Finding, FindingStatus, Recommendation, RuleWords } from '@kept/domain/finding.ts'
import { subcategoryOf } from './recommendation-kinds.ts'

export function recommendationRecord(
  finding: Finding & Partial<Recommendation>,
  rule: RuleWords | undefined,
): Record<string, string> {
  const { monthly_saving: saving } = finding
  return {
    BillingAccountId: finding.billing_account_id,
    BillingAccountName: '',
    Currency: finding.currency,
    // A change of the effective cost: what is saved is below zero.
    EstimatedMonthlyCostImpact: saving === null ? '' : negate(saving),
    ImplementationEffort: levels[finding.effort],
    ImplementationRisk: levels[finding.risk],
    // Cost asks for an estimate; where there is no honest one the recommendation is about how things are run.
    RecommendationCategory: saving === null ? 'Operational Excellence' : 'Cost',
    RecommendationCreated: finding.first_seen_at,
    RecommendationDescription: finding.summary,
    RecommendationDetails: JSON.stringify(detailsOf(finding, rule)),
    RecommendationId: finding.id,
    RecommendationLastUpdated: finding.last_seen_at,
    RecommendationProviderName: 'Kept',
    RecommendationStatus: statusOf(finding),
    RecommendationSubcategory: saving === null ? 'Other (Operational Excellence)' : subcategoryOf(finding.rule),
    RegionId: finding.region,
    RegionName: '',
    ResourceId: finding.resource_id,
    ResourceName: finding.resource_name,
    ResourceType: finding.resource_type,
    ServiceCategory: '',
    ServiceName: finding.service,
    ServiceProviderName: finding.provider,
    ServiceSubcategory: '',
    SubAccountId: finding.sub_account_id,
    SubAccountName: finding.sub_account_name,
    x_Rule: finding.rule,
    x_Title: finding.title,
    x_Status: finding.status,
    x_MonthlyCost: finding.monthly_cost,
    x_MonthlySavingLow: finding.monthly_saving_low ?? '',
    x_MonthlySavingHigh: finding.monthly_saving_high ?? '',
    // What another record counts must not be added to it.
    x_CountedIn: finding.counted_in,
    // Other ways to save the same money: rules and recommendation ids.
    x_Alternatives: (finding.alternatives ?? []).map(({ rule: other, id }) => `${other} ${id}`).join('; '),
    x_Owner: finding.owner,
    x_DueDate: finding.due_on ?? '',
  }
}

const levels: Record<Finding['effort'], string> = { low: 'Low', medium: 'Medium', high: 'High' }

const statuses: Record<FindingStatus, string> = {
  open: 'Open',
  accepted: 'Open',
  regressed: 'Open',
  done: 'Implemented',
  verifying: 'Implemented',
  verified: 'Implemented',
  dismissed: 'Dismissed',
  gone: 'Expired',
}

function statusOf({ status, dismissed_until: until }: Finding): string {
  return status === 'dismissed' && until !== null ? 'Deferred' : statuses[status]
}

function formatEvidence({ label, value, unit }: Evidence): string {
  return `${label}: ${[value, unit].filter(Boolean).join(' ')}`
}

/** Names and values, as FOCUS has it for key-value pairs. */
function detailsOf({ confidence, steps, evidence }: Finding, rule: RuleWords | undefined) {
  return {
    x_Confidence: confidence,
    ...(rule && { x_Reversible: rule.reversible }),
    x_Steps: steps.join('\n'),
    x_Evidence: evidence
      .filter(({ step }) => step === undefined)
      .map(formatEvidence)
      .join('\n'),
    // Each line is a step with the figure that was used; the last is the estimate.
    x_Calculation: evidence
      .flatMap(({ step, ...fact }) => (step ? [`${step.operator}: ${formatEvidence(fact)}`] : []))
      .join('\n'),
  }
}
