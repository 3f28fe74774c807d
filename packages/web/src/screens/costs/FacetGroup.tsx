import type { CostRow, Filter, GroupKey } from '@kept/domain/cost-query.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { addsUp, exactFigure, shortFigure } from '../../spend/figure.ts'
import { labelOfKey, nameOfValue } from '../../spend/group-key.ts'
import type { Explorer } from './explorer.ts'

interface FacetGroupProps {
  dimension: GroupKey
  state: Explorer
  currency: string
  window: DayWindow
  startsOpen: boolean
  onChange(part: Partial<Explorer>): void
}

interface FacetValue {
  value: string
  name: string | undefined
  values: CostRow['values']
}

const fewValues = 6
const manyValues = 50

/** One facet: the largest values under all other filters, with their cost and number of billing lines. */
export function FacetGroup({ dimension, state, currency, window, startsOpen, onChange }: FacetGroupProps) {
  const [open, setOpen] = useState(startsOpen)
  const [showAll, setShowAll] = useState(false)
  const own = state.filters.find((filter) => filter.dimension === dimension && filter.op === 'is')
  const others = state.filters.filter((filter) => filter !== own)
  const measure = addsUp(state.measures[0]) ? state.measures[0] : 'effective'
  const query = useQuery({
    ...api.costs.query.queryOptions({
      input: {
        measures: measure === 'lines' ? ['lines'] : [measure, 'lines'],
        group_by: [dimension],
        filters: others,
        ...{ currency, start_date: window.from, end_date: window.to },
        top: showAll ? manyValues : fewValues,
      },
    }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const rows = (query.data?.data.rows ?? []).filter((row) => !row.other && row.currency === currency)
  const total = query.data?.data.groups.total ?? 0
  const chosen = own?.values ?? []
  const values: FacetValue[] = rows.map((row) => ({
    value: row.keys[dimension] ?? '',
    name: row.names[dimension],
    values: row.values,
  }))
  const missing = chosen
    .filter((value) => !values.some((row) => row.value === value))
    .map((value): FacetValue => ({ value, name: undefined, values: {} }))
  const Fold = open ? ChevronDown : ChevronRight
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
    const filter: Filter[] = next.length > 0 ? [{ dimension, op: 'is', values: next }] : []
    onChange({ filters: [...others, ...filter] })
  }
  const label = labelOfKey(dimension)
  return (
    <section aria-label={label} className="border-rule border-b py-2 last:border-b-0">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-7 w-full items-center gap-1.5 text-small font-medium"
        >
          <Fold size={14} aria-hidden="true" className="text-faint" />
          {label}
          {open && total > 0 && <span className="figure ml-auto font-normal text-faint">{total}</span>}
        </button>
      </h2>
      {open && (
        <>
          <ul>
            {[...missing, ...values].map((row) => (
              <li key={row.value}>
                <label
                  className="flex min-h-7 cursor-pointer items-center gap-2 text-small"
                  title={`${nameOfValue(dimension, row.value, row.name)}: ${exactFigure(measure, row.values[measure], currency)}, ${counted(Number(row.values.lines ?? 0), 'billing line')}`}
                >
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-ink"
                    checked={chosen.includes(row.value)}
                    onChange={() => toggle(row.value)}
                  />
                  <span className="min-w-0 flex-1 truncate">{nameOfValue(dimension, row.value, row.name)}</span>
                  <span className="figure shrink-0 text-micro text-faint">
                    {row.values.lines ? shortFigure('lines', Number(row.values.lines), currency) : ''}
                  </span>
                  <span className="figure w-12 shrink-0 text-right text-micro text-soft">
                    {row.values[measure] ? shortFigure(measure, Number(row.values[measure]), currency) : ''}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {query.isSuccess && rows.length === 0 && <p className="text-small text-faint">No values.</p>}
          {total > rows.length && !showAll && (
            <button type="button" className="min-h-7 text-fact text-small" onClick={() => setShowAll(true)}>
              {total - rows.length} more
            </button>
          )}
        </>
      )}
    </section>
  )
}
