import type { Recommendation } from '@kept/domain/finding.ts'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { LevelMark, sayConfidence } from '../../savings/levels.tsx'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import type { SavingsView } from './findings.ts'
import { findingSortBy, nameOfFinding } from './sorts.ts'

interface FindingsTableProps {
  findings: Recommendation[]
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
}

/** One line for each finding; the line opens its evidence beside it. */
export function FindingsTable({ findings, view, onChange }: FindingsTableProps) {
  const currencies = new Set(findings.map((finding) => finding.currency))
  const unit = currencies.size === 1 ? `${findings[0]?.currency} a month` : 'a month'
  // Beside an open finding, and on a phone, the list keeps what tells one line from another.
  const phone = useMedia('(max-width: 48rem)')
  const narrow = phone || view.finding !== ''
  const title: Column<Recommendation> = {
    id: 'title',
    head: 'Finding',
    sortBy: findingSortBy.title,
    cell: (finding) => (
      <span title={finding.title}>
        {finding.title}
        {narrow && <span className="text-faint"> {nameOfFinding(finding)}</span>}
      </span>
    ),
  }
  const saving: Column<Recommendation> = {
    id: 'saving',
    head: 'Could save',
    unit: phone ? undefined : unit,
    numeric: true,
    width: narrow ? (phone ? '7.5rem' : '12rem') : '10.5rem',
    sortBy: findingSortBy.saving,
    cell: (finding) => <EstimateRange finding={finding} />,
  }
  const columns = narrow ? [title, saving] : [title, ...placeColumns(unit), saving, ...judgementColumns]
  return (
    <DataTable
      label="Findings"
      columns={columns}
      rows={findings}
      rowId={(finding) => finding.id}
      sort={view.sort}
      onSort={(sort) => sort && onChange({ sort })}
      selected={view.finding}
      onOpen={(finding) => onChange({ finding: view.finding === finding.id ? '' : finding.id })}
      minWidth={narrow ? '20rem' : '62rem'}
    />
  )
}

function placeColumns(unit: string): Column<Recommendation>[] {
  return [
    {
      id: 'resource',
      head: 'Resource',
      width: '12rem',
      sortBy: findingSortBy.resource,
      cell: (finding) => (
        <span
          className="text-soft"
          title={[finding.resource_id, finding.service, finding.provider, finding.region].filter(Boolean).join('\n')}
        >
          {nameOfFinding(finding)}{' '}
          {nameOfFinding(finding) !== finding.service && <span className="text-faint">{finding.service}</span>}
          {finding.alternatives.length > 0 && (
            <span className="text-faint"> · {counted(finding.alternatives.length, 'alternative')}</span>
          )}
        </span>
      ),
    },
    {
      id: 'cost',
      head: 'Costs',
      unit,
      numeric: true,
      width: '7.5rem',
      sortBy: findingSortBy.cost,
      cell: (finding) => <span className="text-soft">{formatMoney(finding.monthly_cost, finding.currency)}</span>,
    },
  ]
}

const judgementColumns: Column<Recommendation>[] = [
  {
    id: 'confidence',
    head: 'Confidence',
    numeric: true,
    width: '6rem',
    sortBy: findingSortBy.confidence,
    cell: (finding) => sayConfidence(finding.confidence),
  },
  {
    id: 'effort',
    head: 'Effort',
    width: '5.5rem',
    sortBy: findingSortBy.effort,
    cell: (finding) => <LevelMark level={finding.effort} />,
  },
  {
    id: 'risk',
    head: 'Risk',
    width: '6rem',
    sortBy: findingSortBy.risk,
    cell: (finding) => <LevelMark level={finding.risk} />,
  },
]
