import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { Table, Th, Tr } from '@kept/ui/table/Table.tsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { usePrinting } from '../../print/printing.ts'
import { InboxRow } from './InboxRow.tsx'
import type { CurrencyTotal, InboxGroup } from './inbox-groups.ts'
import type { SavingsView } from './recommendations.ts'
import { SelectBox } from './SelectBox.tsx'

interface InboxTableProps {
  groups: readonly InboxGroup[]
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
  selection: ReadonlySet<string>
  onSelect(ids: readonly string[], isSelected: boolean): void
  mayDecide: boolean
  /** What was detected later is marked as new. */
  since: string | null
}

/** Rows that are rendered at first; a button shows the others. */
const firstRows = 60
/** Rows above this number are not printed. */
const maxPrinted = 2000

const columns = [
  { id: 'title', head: 'Recommendation' },
  { id: 'owner', head: 'Owner', wide: true },
  { id: 'effort', head: 'Effort', wide: true },
  { id: 'risk', head: 'Risk', wide: true },
  { id: 'cost', head: 'Cost', wide: true, numeric: true },
  { id: 'saving', head: 'Saves', numeric: true },
] as const

/** The inbox: one row per resource in groups with their sums. A row opens its evidence in the side panel. */
export function InboxTable(props: InboxTableProps) {
  const { groups, view, onChange } = props
  const phone = useMedia('(max-width: 48rem)')
  const isNarrow = phone || view.recommendation !== ''
  const [showAll, setShowAll] = useState(false)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const printed = usePrinting() !== null
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const limit = printed ? maxPrinted : showAll || total <= firstRows ? total : firstRows
  const visible = firstOf(groups, limit)
  const currencies = new Set(groups.flatMap(({ totals }) => totals.map(({ currency }) => currency)))
  const unit = currencies.size === 1 ? `${[...currencies][0]} a month` : 'a month'
  const shownColumns = columns.filter((column) => !isNarrow || !('wide' in column))
  return (
    <>
      <Table label="Recommendations" className="table-fixed">
        <colgroup>
          {shownColumns.map(({ id }) => (
            <col key={id} style={{ width: isNarrow && id === 'saving' ? narrowSaving : widths[id] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shownColumns.map((column) => (
              <Th
                key={column.id}
                numeric={'numeric' in column}
                unit={'numeric' in column && !phone ? unit : undefined}
                sorted={view.sort.id === column.id && (view.sort.desc ? 'desc' : 'asc')}
                onSort={() => onChange({ sort: nextSort(view.sort, column.id, 'numeric' in column) })}
              >
                {column.head}
              </Th>
            ))}
          </tr>
        </thead>
        {visible.map(({ group, rows }) => (
          <tbody key={group.key}>
            {view.group !== 'none' && (
              <GroupHead
                {...props}
                group={group}
                columns={shownColumns.length}
                isFolded={folded.has(group.key)}
                onFold={() =>
                  setFolded(
                    new Set(
                      [...folded].includes(group.key)
                        ? [...folded].filter((key) => key !== group.key)
                        : [...folded, group.key],
                    ),
                  )
                }
              />
            )}
            {(printed || !folded.has(group.key)) &&
              rows.map((recommendation) => (
                <InboxRow key={recommendation.id} {...props} recommendation={recommendation} isNarrow={isNarrow} />
              ))}
          </tbody>
        ))}
      </Table>
      {limit < total && (
        <p className="mt-3 text-center">
          {printed ? (
            <span className="text-small text-soft">
              {`${formatCount(total - limit)} more rows are not printed. Export the list to get all rows.`}
            </span>
          ) : (
            <Button onClick={() => setShowAll(true)}>{`Show all ${formatCount(total)}`}</Button>
          )}
        </p>
      )}
    </>
  )
}

const widths = { title: undefined, owner: '9.5rem', effort: '5.5rem', risk: '6rem', cost: '8.5rem', saving: '9.5rem' }
/** Leaves titles their room. */
const narrowSaving = '7rem'

interface GroupHeadProps extends InboxTableProps {
  group: InboxGroup
  columns: number
  isFolded: boolean
  onFold(): void
}

function GroupHead({ group, columns, isFolded, onFold, selection, onSelect, mayDecide }: GroupHeadProps) {
  const ids = group.rows.map(({ id }) => id)
  const selected = ids.filter((id) => selection.has(id)).length
  const Fold = isFolded ? ChevronRight : ChevronDown
  return (
    <Tr className="bg-sunken">
      <th scope="rowgroup" colSpan={columns - 1} className="h-9 px-2 text-left font-normal">
        <span className="flex items-center gap-2">
          {mayDecide && (
            <SelectBox
              label={`Select ${counted(ids.length, 'recommendation')} of ${group.label}`}
              checked={selected === ids.length}
              isPartial={selected > 0 && selected < ids.length}
              onChange={(isSelected) => onSelect(ids, isSelected)}
            />
          )}
          <button
            type="button"
            aria-expanded={!isFolded}
            onClick={onFold}
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5"
          >
            <Fold size={14} aria-hidden="true" className="shrink-0 text-faint" />
            <span className="truncate font-semibold">{group.label}</span>
            <span className="figure text-faint">{formatCount(ids.length)}</span>
          </button>
        </span>
      </th>
      <th scope="rowgroup" className="px-2 text-right font-semibold">
        <Totals totals={group.totals} />
      </th>
    </Tr>
  )
}

function Totals({ totals }: { totals: readonly CurrencyTotal[] }) {
  if (totals.length === 0) return <span className="font-normal text-faint">Not estimated</span>
  return totals.map(({ currency, monthly_savings: saving }) => (
    <span key={currency} className="figure block" title={formatMoneyExact(saving, currency)}>
      {formatMoney(saving, currency)}
    </span>
  ))
}

function firstOf(groups: readonly InboxGroup[], limit: number) {
  const visible: { group: InboxGroup; rows: RecommendationWithAlternatives[] }[] = []
  let left = limit
  for (const group of groups) {
    if (left <= 0) break
    visible.push({ group, rows: group.rows.slice(0, left) })
    left -= group.rows.length
  }
  return visible
}

function nextSort(sort: SavingsView['sort'], id: string, isNumeric: boolean): SavingsView['sort'] {
  return sort.id === id ? { id, desc: !sort.desc } : { id, desc: isNumeric }
}
