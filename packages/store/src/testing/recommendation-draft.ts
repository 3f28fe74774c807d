/** For tests: a recommendation for one resource, as a rule makes it. */
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'

export function recommendationDraft(resource: string, more: Partial<RecommendationDraft> = {}): RecommendationDraft {
  return {
    ...{ rule: 'idle-instance', title: 'Idle instance', summary: 'Idle.', provider: 'AWS', billing_account_id: '1' },
    ...{ sub_account_id: '2', sub_account_name: '', region: 'us-east-1', service: 'EC2', resource_id: resource },
    ...{ resource_name: '', resource_type: '', currency: 'USD', monthly_cost: '100', confidence: 0.8, risk: 'low' },
    ...{ monthly_savings: '10', monthly_savings_low: '8', monthly_savings_high: '12', effort: 'low' },
    ...{ evidence: [], steps: ['Stop it.'], counted_in: '', fingerprint: resource },
    ...more,
  }
}
