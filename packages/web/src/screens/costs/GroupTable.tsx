import type { CostAnswer } from '@kept/domain/cost-query.ts'
import type { Grain } from '@kept/domain/cube.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { labelOfKey } from '../../spend/group-key.ts'
import { periodsOf } from '../../spend/periods.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { allRowsQuery, type Explorer } from './explorer.ts'
import { keyColumns, periodColumns, type TableContext } from './group-columns.tsx'
import { groupRows, otherLabel } from './group-rows.ts'
import { countDays } from './pace.ts'
import { totalColumns } from './total-columns.tsx'

const Pages = lazy(() => import('./Pages.tsx'))
const PeriodNote = lazy(() => import('./PeriodNote.tsx'))

interface GroupTableProps {
  totals: UseQueryResult<{ data: CostAnswer }>
  overTime: CostAnswer | undefined
  state: Explorer
  grain: Grain
  window: DayWindow
  currency: string
  /** The last billed day. */
  lastDay: string | null
  colors: Readonly<Record<string, string>>
  onChange(part: Partial<Explorer>): void
}

/** Every group with its totals, or with one column per period. */
export function GroupTable({ totals, ...props }: GroupTableProps) {
  const { state, onChange } = props
  return (
    <Section
      title={state.groupBy.length === 0 ? 'Total' : `By ${state.groupBy.map(labelOfKey).join(', ').toLowerCase()}`}
      actions={
        <Segmented
          label="Table columns"
          value={state.view}
          options={[
            { value: 'totals', label: 'Totals' },
            { value: 'periods', label: 'By period' },
          ]}
          onChange={(view) => onChange({ view, sort: null })}
        />
      }
    >
      <Loaded query={totals} failed="The table could not be loaded.">
        {({ data }) => <Groups answer={data} {...props} />}
      </Loaded>
    </Section>
  )
}

type GroupsProps = Omit<GroupTableProps, 'totals'> & { answer: CostAnswer }

function Groups(props: GroupsProps) {
  const { answer, overTime, state, currency, onChange } = props
  const roomy = useMedia('(min-width: 48rem)')
  const context = contextOf(props, roomy)
  const columns = state.view === 'totals' ? totalColumns(context) : periodColumns(context)
  const isCut = overTime !== undefined && overTime.groups.returned < answer.groups.total
  return (
    <>
      <DataTable
        label="Costs by group"
        columns={[...keyColumns(context), ...columns]}
        rows={groupRows(answer, overTime, { groupBy: state.groupBy, measure: state.measures[0], currency })}
        rowId={(row) => row.id}
        sort={state.sort ?? undefined}
        onSort={(sort) => onChange({ sort: sort ?? null })}
        minWidth={`${Math.max(1, state.groupBy.length) * (roomy ? 11 : 8) + columns.length * 6.5}rem`}
      />
      {state.view === 'periods' && isCut && state.top === null && (
        <Suspense fallback={null}>
          <PeriodNote count={overTime.groups.returned} />
        </Suspense>
      )}
      {answer.page.rows > answer.rows.length ? (
        <Suspense fallback={null}>
          <Pages page={answer.page} all={allRowsQuery(state, currency)} onPage={(page) => onChange({ page })} />
        </Suspense>
      ) : (
        <p className="mt-2 text-small text-faint">{formatGroupCount(answer)}</p>
      )}
    </>
  )
}

function contextOf(
  { answer, state, grain, window, currency, lastDay, colors }: GroupsProps,
  roomy: boolean,
): TableContext {
  return {
    state,
    grain,
    currency,
    window,
    periods: periodsOf(window.from, window.to, grain),
    total: answer.totals.find((entry) => entry.currency === currency),
    roomy,
    colors,
    restLabel: otherLabel(answer),
    days: daysOf(answer, window, lastDay),
  }
}

function daysOf(answer: CostAnswer, window: DayWindow, lastDay: string | null): TableContext['days'] {
  const { previous_start_date: from, previous_end_date: to } = answer
  if (!from || !to) return null
  return { now: countDays(window, lastDay), before: countDays({ from, to }, lastDay) }
}

function formatGroupCount({ groups }: CostAnswer): string {
  if (groups.total <= groups.returned) {
    return groups.total === 1 ? '1 group' : `All ${formatCount(groups.total)} groups`
  }
  return `${formatCount(groups.returned)} of ${formatCount(groups.total)} groups. The rest are in Other.`
}
