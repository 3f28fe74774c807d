import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Combobox } from '@kept/ui/controls/Combobox.tsx'
import { SearchInput } from '@kept/ui/controls/SearchInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { ChevronDown } from 'lucide-react'
import { type CurrencyTotal, facetOf, type Grouping, groupings, totalsOf } from './inbox-groups.ts'
import { chosen, isNarrowed, noFilters, type SavingsView } from './recommendations.ts'

interface InboxToolbarProps {
  recommendations: readonly RecommendationWithAlternatives[]
  visible: readonly RecommendationWithAlternatives[]
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
}

const facets = [
  ['provider', 'Provider'],
  ['team', 'Team'],
  ['owner', 'Owner'],
  ['service', 'Service'],
  ['rule', 'Rule'],
  ['effort', 'Effort'],
  ['risk', 'Risk'],
] as const

const groupingLabels: Record<Grouping, string> = {
  team: 'By team',
  owner: 'By owner',
  service: 'By service',
  rule: 'By rule',
  none: 'No groups',
}

/** Search, facets with counts and savings, and the grouping. */
export function InboxToolbar({ recommendations, visible, view, onChange }: InboxToolbarProps) {
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-full sm:w-56">
          <SearchInput label="Search recommendations" value={view.text} onChange={(text) => onChange({ text })} />
        </div>
        <div className="-m-1 flex min-w-0 max-w-full gap-2 overflow-x-auto p-1 sm:flex-wrap">
          {facets.map(([column, label]) => (
            <Facet
              key={column}
              column={column}
              label={label}
              recommendations={recommendations}
              view={view}
              onChange={onChange}
            />
          ))}
        </div>
        <div className="w-36 sm:ml-auto">
          <Select
            label="Group by"
            hiddenLabel
            value={view.group}
            options={groupings.map((value) => ({ value, label: groupingLabels[value] }))}
            onChange={(group) => onChange({ group })}
          />
        </div>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-small text-soft">
        <span role="status">
          {visible.length === recommendations.length
            ? counted(recommendations.length, 'recommendation')
            : `${formatCount(visible.length)} of ${counted(recommendations.length, 'recommendation')}`}
        </span>
        {visible.length < recommendations.length && (
          <Sums visible={totalsOf(visible)} all={totalsOf(recommendations)} />
        )}
        {isNarrowed(view) && (
          <Button tone="quiet" size="small" onClick={() => onChange({ ...noFilters })}>
            Clear filters
          </Button>
        )}
      </p>
    </div>
  )
}

/** "$6,896.07 of $38,200.00" for each currency. */
function Sums({ visible, all }: { visible: readonly CurrencyTotal[]; all: readonly CurrencyTotal[] }) {
  return all.map(({ currency, monthly_savings: total }) => (
    <span key={currency} className="figure">
      {formatMoney(visible.find((part) => part.currency === currency)?.monthly_savings ?? '0', currency)} of{' '}
      {formatMoney(total, currency)}
    </span>
  ))
}

interface FacetProps extends Omit<InboxToolbarProps, 'visible'> {
  column: (typeof facets)[number][0]
  label: string
}

/** One facet: its values among what all other filters leave, with counts and savings. */
function Facet({ column, label, recommendations, view, onChange }: FacetProps) {
  const values = facetOf(chosen(recommendations, { ...view, [column]: '' }), column)
  const current = view[column]
  if (values.length < 2 && current === '') return null
  const currentLabel = values.find(({ value }) => value === current)?.label ?? current
  return (
    <Combobox
      label={label}
      single
      trigger={
        <Button
          className={current === '' ? '' : 'border-fact text-fact'}
          aria-label={current === '' ? `Filter by ${label.toLowerCase()}` : `${label}: ${currentLabel}`}
        >
          <span className="max-w-40 truncate">{current === '' ? label : currentLabel}</span>
          <ChevronDown size={14} aria-hidden="true" className="text-faint" />
        </Button>
      }
      chosen={current === '' ? [] : [current]}
      options={values.map(({ value, label: valueLabel, count, totals }) => ({
        value,
        label: valueLabel,
        detail: [formatCount(count), ...totals.map((total) => formatMoney(total.monthly_savings, total.currency))].join(
          ' · ',
        ),
      }))}
      onToggle={(value) => onChange({ [column]: value === current ? '' : value })}
    />
  )
}
