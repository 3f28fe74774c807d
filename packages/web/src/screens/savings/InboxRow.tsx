import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { Td, Tr } from '@kept/ui/table/Table.tsx'
import { LevelMark } from '../../savings/levels.tsx'
import { isControl } from '../../table/is-control.ts'
import type { SavingsView } from './recommendations.ts'
import { SelectBox } from './SelectBox.tsx'
import { nameOfRecommendation } from './sorts.ts'
import { walkRows } from './walk-rows.ts'

interface InboxRowProps {
  recommendation: RecommendationWithAlternatives
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
  selection: ReadonlySet<string>
  onSelect(ids: readonly string[], isSelected: boolean): void
  mayDecide: boolean
  since: string | null
  isNarrow: boolean
}

/** One resource with the recommendation that counts. */
export function InboxRow(props: InboxRowProps) {
  const { recommendation, view, onChange, selection, onSelect, mayDecide, since, isNarrow } = props
  const { id, title, currency, alternatives } = recommendation
  const isOpen = [id, ...alternatives.map((alternative) => alternative.id)].includes(view.recommendation)
  const open = () => onChange({ recommendation: isOpen ? '' : id })
  const isNew = since !== null && recommendation.first_seen_at > since
  return (
    <Tr
      data-row={id}
      // The keyboard uses the button; a pointer can open the row anywhere.
      onClick={(event) => !isControl(event.target) && open()}
      className={cx('cursor-pointer hover:bg-hover', isOpen && 'bg-fact-wash hover:bg-fact-wash')}
    >
      <Td className="py-2">
        <div className="flex items-start gap-2">
          {mayDecide && (
            <SelectBox
              label={`Select ${title}, ${nameOfRecommendation(recommendation)}`}
              checked={selection.has(id)}
              onChange={(isSelected) => onSelect([id], isSelected)}
            />
          )}
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={open}
                onKeyDown={walkRows}
                className={cx('min-h-6 min-w-0 text-left font-medium', isNarrow ? 'line-clamp-2' : 'truncate')}
              >
                {title}
              </button>
              {isNew && (
                <span
                  className="size-2 shrink-0 rounded-full bg-fact"
                  role="img"
                  aria-label="New since your last visit"
                />
              )}
            </div>
            <p className="flex min-w-0 gap-1.5 text-micro text-soft">
              <span className="min-w-0 truncate" title={recommendation.resource_id || undefined}>
                {locationOf(recommendation)}
              </span>
              {alternatives.length > 0 && (
                <span
                  className="shrink-0 text-fact"
                  title="They save the same money, so only the recommendation counts."
                >
                  +{counted(alternatives.length, 'other option')}
                </span>
              )}
            </p>
          </div>
        </div>
      </Td>
      {!isNarrow && <WideCells recommendation={recommendation} />}
      <Td numeric className="py-2 align-top">
        <Saving recommendation={recommendation} currency={currency} />
      </Td>
    </Tr>
  )
}

function WideCells({ recommendation }: { recommendation: RecommendationWithAlternatives }) {
  const { owner, due_on: due, effort, risk, monthly_cost: cost, currency } = recommendation
  return (
    <>
      <Td className="py-2">
        <span className="block truncate" title={owner}>
          {owner || <span className="text-faint">No owner</span>}
        </span>
        {due && <span className="block text-micro text-faint">due {formatDayShort(due)}</span>}
      </Td>
      <Td className="py-2">
        <LevelMark level={effort} />
      </Td>
      <Td className="py-2">
        <LevelMark level={risk} />
      </Td>
      <Td numeric className="py-2 text-soft">
        <span title={formatMoneyExact(cost, currency)}>{formatMoney(cost, currency)}</span>
      </Td>
    </>
  )
}

/** The estimate over a hatched bar: its share of what the resource costs. */
function Saving({ recommendation, currency }: { recommendation: RecommendationWithAlternatives; currency: string }) {
  const { monthly_savings: saving, monthly_savings_low: low, monthly_savings_high: high } = recommendation
  if (saving === null) return <span className="text-faint">Not estimated</span>
  const cost = Number(recommendation.monthly_cost)
  const share = cost > 0 ? Math.min(1, Number(saving) / cost) : 0
  const range = low !== null && high !== null ? `, ${formatMoney(low, currency)} to ${formatMoney(high, currency)}` : ''
  return (
    <span title={`Estimate ${formatMoneyExact(saving, currency)}${range}`}>
      <span className="figure block font-semibold">{formatMoney(saving, currency)}</span>
      <span aria-hidden="true" className="mt-1 flex h-1.5 w-full justify-end rounded-hair bg-hover">
        <span className="hatch-leak block h-full rounded-hair" style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

/** "web-1 · EC2 · us-east-1": what is left out is unknown. */
function locationOf(recommendation: RecommendationWithAlternatives): string {
  const { service, region, provider } = recommendation
  return [...new Set([nameOfRecommendation(recommendation), service, region || provider])].filter(Boolean).join(' · ')
}
