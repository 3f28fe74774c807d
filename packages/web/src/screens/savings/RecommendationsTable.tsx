import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { formatConfidence, LevelMark } from '../../savings/levels.tsx'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import type { SavingsView } from './recommendations.ts'
import { nameOfRecommendation, recommendationSortBy } from './sorts.ts'

interface RecommendationsTableProps {
  recommendations: RecommendationWithAlternatives[]
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
}

/** The list of recommendations. A row opens its evidence in the side panel. */
export function RecommendationsTable({ recommendations, view, onChange }: RecommendationsTableProps) {
  const currencies = new Set(recommendations.map((recommendation) => recommendation.currency))
  const unit = currencies.size === 1 ? `${recommendations[0]?.currency} a month` : 'a month'
  // With an open side panel, and on a phone, only the columns that identify a row remain.
  const phone = useMedia('(max-width: 48rem)')
  const narrow = phone || view.recommendation !== ''
  const title: Column<RecommendationWithAlternatives> = {
    id: 'title',
    head: 'Recommendation',
    sortBy: recommendationSortBy.title,
    cell: (recommendation) => (
      <span title={recommendation.title}>
        {recommendation.title}
        {narrow && <span className="text-faint"> {nameOfRecommendation(recommendation)}</span>}
      </span>
    ),
  }
  const saving: Column<RecommendationWithAlternatives> = {
    id: 'saving',
    head: 'Est. savings',
    unit: phone ? undefined : unit,
    numeric: true,
    width: narrow ? (phone ? '7.5rem' : '12rem') : '10.5rem',
    sortBy: recommendationSortBy.saving,
    cell: (recommendation) => <EstimateRange recommendation={recommendation} />,
  }
  const columns = narrow ? [title, saving] : [title, ...resourceColumns(unit), saving, ...evaluationColumns]
  return (
    <DataTable
      label="Recommendations"
      columns={columns}
      rows={recommendations}
      rowId={(recommendation) => recommendation.id}
      sort={view.sort}
      onSort={(sort) => sort && onChange({ sort })}
      selected={view.recommendation}
      onOpen={(recommendation) =>
        onChange({ recommendation: view.recommendation === recommendation.id ? '' : recommendation.id })
      }
      minWidth={narrow ? '20rem' : '62rem'}
    />
  )
}

function resourceColumns(unit: string): Column<RecommendationWithAlternatives>[] {
  return [
    {
      id: 'resource',
      head: 'Resource',
      width: '12rem',
      sortBy: recommendationSortBy.resource,
      cell: (recommendation) => (
        <span
          className="text-soft"
          title={[recommendation.resource_id, recommendation.service, recommendation.provider, recommendation.region]
            .filter(Boolean)
            .join('\n')}
        >
          {nameOfRecommendation(recommendation)}{' '}
          {nameOfRecommendation(recommendation) !== recommendation.service && (
            <span className="text-faint">{recommendation.service}</span>
          )}
          {recommendation.alternatives.length > 0 && (
            <span className="text-faint"> · {counted(recommendation.alternatives.length, 'alternative')}</span>
          )}
        </span>
      ),
    },
    {
      id: 'cost',
      head: 'Cost',
      unit,
      numeric: true,
      width: '7.5rem',
      sortBy: recommendationSortBy.cost,
      cell: (recommendation) => (
        <span className="text-soft">{formatMoney(recommendation.monthly_cost, recommendation.currency)}</span>
      ),
    },
  ]
}

const evaluationColumns: Column<RecommendationWithAlternatives>[] = [
  {
    id: 'confidence',
    head: 'Confidence',
    numeric: true,
    width: '6rem',
    sortBy: recommendationSortBy.confidence,
    cell: (recommendation) => formatConfidence(recommendation.confidence),
  },
  {
    id: 'effort',
    head: 'Effort',
    width: '5.5rem',
    sortBy: recommendationSortBy.effort,
    cell: (recommendation) => <LevelMark level={recommendation.effort} />,
  },
  {
    id: 'risk',
    head: 'Risk',
    width: '6rem',
    sortBy: recommendationSortBy.risk,
    cell: (recommendation) => <LevelMark level={recommendation.risk} />,
  },
]
