/** The columns of exported recommendations. */
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

const columns: readonly ListColumn<Recommendation>[] = [
  ['Recommendation', 'title'],
  ['Rule', 'rule'],
  ['Status', 'status'],
  ['Provider', 'provider'],
  ['Service', 'service'],
  ['Account', 'sub_account_id'],
  ['Account name', 'sub_account_name'],
  ['Region', 'region'],
  ['Resource', 'resource_id'],
  ['Resource name', 'resource_name'],
  ['Currency', 'currency'],
  ['Monthly cost', 'monthly_cost'],
  ['Estimated monthly savings', 'monthly_savings'],
  ['Estimated monthly savings, low', 'monthly_savings_low'],
  ['Estimated monthly savings, high', 'monthly_savings_high'],
  ['Confidence', 'confidence'],
  ['Effort', 'effort'],
  ['Risk', 'risk'],
  ['Owner', 'owner'],
  ['Due', 'due_on'],
  ['Summary', 'summary'],
  ['First detected', 'first_seen_at'],
  ['Id', 'id'],
]

export const recommendationsList = (recommendations: readonly Recommendation[]): List =>
  listOf(recommendations, columns)
