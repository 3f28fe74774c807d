/** The kinds of sections, and what each begins with. */
import type { ReportSection } from '@kept/domain/report.ts'

export const sectionKindLabels: Record<ReportSection['kind'], string> = {
  costs: 'Costs',
  text: 'Text',
  recommendations: 'Recommendations',
  savings: 'Verified savings',
  budgets: 'Budgets',
  standard: 'Standard report',
}

export function newSection(kind: ReportSection['kind']): ReportSection {
  switch (kind) {
    case 'text':
      return { kind, title: '', text: '' }
    case 'costs':
      return {
        ...{ kind, title: 'Costs by service', view: 'table', measure: 'effective', group_by: ['service'], grain: null },
        ...{ top: 10, compare: null, filters: [] },
      }
    case 'recommendations':
      return { kind, title: 'Open recommendations', limit: 20 }
    case 'savings':
      return { kind, title: 'Verified savings' }
    case 'budgets':
      return { kind, title: 'Budgets' }
    case 'standard':
      return { kind, title: '', report: 'effective-savings-rate', parameters: {}, limit: 50 }
  }
}
