/** Definitions to begin a report with. */
import type { CostsSection, ReportDefinition, ReportSection } from './report.ts'

interface ReportTemplate {
  id: string
  description: string
  definition: ReportDefinition
}

const costs = (section: Partial<Omit<CostsSection, 'kind'>> & { title: string }): CostsSection => ({
  ...{ kind: 'costs', view: 'table', measure: 'effective', group_by: [], grain: null, top: 10, compare: null },
  ...{ filters: [] },
  ...section,
})

const standard = (report: string, title: string): ReportSection => ({
  ...{ kind: 'standard', report, title, parameters: {}, limit: 50 },
})

const template = (
  id: string,
  name: string,
  description: string,
  definition: Pick<ReportDefinition, 'period' | 'sections'>,
): ReportTemplate => ({
  id,
  description,
  definition: { name, description, filters: [], currency: null, shared: true, ...definition },
})

const lastMonth: ReportDefinition['period'] = { kind: 'named', name: 'last_month' }

export const reportTemplates: readonly ReportTemplate[] = [
  template('executive', 'Executive summary', 'Spend of last month, what changed, and what was saved.', {
    period: lastMonth,
    sections: [
      costs({ title: 'Total spend', view: 'total', compare: 'previous_period' }),
      costs({ title: 'Daily spend', view: 'chart', grain: 'day' }),
      costs({ title: 'Costs by service', group_by: ['service'], compare: 'previous_period' }),
      costs({ title: 'Costs by provider', view: 'chart', group_by: ['provider'] }),
      { kind: 'savings', title: 'Verified savings' },
      { kind: 'recommendations', title: 'Top recommendations', limit: 5 },
    ],
  }),
  template('chargeback', 'Team chargeback', 'Costs of last month by team, and by service within each team.', {
    period: lastMonth,
    sections: [
      costs({ title: 'Costs by team', view: 'chart', group_by: ['tag:team'], top: 50 }),
      costs({ title: 'Teams and services', group_by: ['tag:team', 'service'], top: 50, compare: 'previous_period' }),
      standard('account-entities', 'Accounts'),
    ],
  }),
  template('savings', 'Savings', 'Verified savings of the last 12 months, and what is still open.', {
    period: { kind: 'named', name: 'last_12_months' },
    sections: [
      { kind: 'savings', title: 'Verified savings by month' },
      standard('effective-savings-rate', 'Effective savings rate'),
      { kind: 'recommendations', title: 'Open recommendations', limit: 50 },
    ],
  }),
  template('waste', 'Waste', 'Open recommendations and unused commitments.', {
    period: { kind: 'named', name: 'last_30_days' },
    sections: [
      { kind: 'recommendations', title: 'Open recommendations', limit: 100 },
      standard('unused-commitments', 'Unused commitments'),
      costs({ title: 'Largest resources', group_by: ['resource', 'service'], top: 20 }),
    ],
  }),
  template('commitments', 'Commitments', 'Purchases, coverage and unused parts of commitment discounts.', {
    period: { kind: 'named', name: 'last_3_months' },
    sections: [
      standard('effective-savings-rate', 'Effective savings rate'),
      standard('unused-commitments', 'Unused commitments'),
      standard('commitment-purchases', 'Purchases'),
      costs({ title: 'Costs by pricing category', view: 'chart', group_by: ['pricing_category'] }),
    ],
  }),
  template('budgets', 'Budget status', 'Every budget with its actual and forecast spend.', {
    period: { kind: 'named', name: 'this_month' },
    sections: [
      { kind: 'budgets', title: 'Budgets' },
      costs({ title: 'Spend this month', view: 'chart', grain: 'day' }),
    ],
  }),
]
