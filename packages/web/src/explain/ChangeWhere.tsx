import type { Filter } from '@kept/domain/cost-query.ts'
import { dimensions } from '@kept/domain/cube.ts'
import type { CurrencyExplanation, ExplainedGroup } from '@kept/domain/explanation.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { useState } from 'react'
import { nameOfValue } from '../spend/group-key.ts'
import type { WhyQuestion } from './why.ts'

interface ChangeWhereProps {
  explained: CurrencyExplanation
  question: WhyQuestion
  onAsk(question: WhyQuestion): void
}

const initialGroups = 6

/** The change by service, account or resource. A row asks the same question of that part. */
export function ChangeWhere({ explained, question, onAsk }: ChangeWhereProps) {
  const { group_by: groupBy, groups, other_groups: others, currency } = explained
  const [all, setAll] = useState(false)
  if (groups.length < 2) return null
  const visible = all ? groups : groups.slice(0, initialGroups)
  const widest = Math.max(...groups.map(({ change }) => Math.abs(Number(change))), Number.MIN_VALUE)
  const ask = ({ provider, value }: ExplainedGroup) => {
    const own: Filter[] = [{ dimension: groupBy, op: 'is', values: [value] }]
    if (groupBy === 'service' && provider) own.unshift({ dimension: 'provider', op: 'is', values: [provider] })
    const names = new Set(own.map(({ dimension }) => dimension))
    const otherFilters = question.filters.filter(({ dimension, op }) => !(op === 'is' && names.has(dimension)))
    onAsk({ ...question, filters: [...otherFilters, ...own] })
  }
  return (
    <section className="mt-6">
      <h3 className="mb-1 text-body font-semibold">Where: by {dimensions[groupBy].label.toLowerCase()}</h3>
      <ul>
        {visible.map((group) => (
          <li key={`${group.provider} ${group.value}`} className="border-rule border-b">
            <button
              type="button"
              disabled={groupBy === 'resource' && group.value === ''}
              onClick={() => ask(group)}
              className="grid min-h-9 w-full grid-cols-[minmax(0,1fr)_5rem_auto] items-center gap-x-3 rounded-hair py-1 text-left text-small enabled:hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="block truncate">{nameOfValue(groupBy, group.value, group.name)}</span>
                <span className="block truncate text-micro text-soft">{group.reason}</span>
              </span>
              <span aria-hidden="true" className="block h-2">
                <span
                  className={cx(
                    'block h-full rounded-hair',
                    Number(group.change) < 0 ? 'border-[1.5px] border-fact' : 'bg-fact',
                  )}
                  style={{ width: `${Math.max(3, (Math.abs(Number(group.change)) / widest) * 100)}%` }}
                />
              </span>
              <span className="figure text-right">{formatMoney(group.change, currency, { signed: true })}</span>
            </button>
          </li>
        ))}
      </ul>
      {groups.length > initialGroups && !all && (
        <button type="button" className="mt-2 text-fact text-small hover:underline" onClick={() => setAll(true)}>
          Show {counted(groups.length - initialGroups, 'more', 'more')}
        </button>
      )}
      {others.count > 0 && (
        <p className="figure mt-2 flex justify-between gap-4 text-small text-soft">
          <span>{counted(others.count, 'other')}</span>
          <span>{formatMoney(others.change, currency, { signed: true })}</span>
        </p>
      )}
    </section>
  )
}
