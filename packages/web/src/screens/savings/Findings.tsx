import type { Recommendation } from '@kept/domain/finding.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Page } from '../../shell/Page.tsx'
import { sortRows } from '../../table/sort-rows.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Evidence } from './Evidence.tsx'
import { FindingFilters } from './FindingFilters.tsx'
import { FindingsTable } from './FindingsTable.tsx'
import { chosen, isNarrowed, readSavings, type SavingsView, statuses, writeSavings } from './findings.ts'
import { RuleOutcomes } from './RuleOutcomes.tsx'
import { SavingsTotals } from './SavingsTotals.tsx'
import { findingSorts } from './sorts.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

const statusWords = {
  open: 'Open',
  accepted: 'Accepted',
  done: 'Done',
  verifying: 'Watched',
  verified: 'Gone for two weeks',
  regressed: 'Came back',
  dismissed: 'Dismissed',
  gone: 'Gone',
} as const

/** What stands in an empty list of those somebody works on. */
const nothing = {
  accepted: ['Nothing is accepted', 'A finding you accept waits here until it is done.'],
  done: ['Nothing is marked as done', 'A finding you mark as done waits here until your bill shows it.'],
  verifying: ['Nothing is being watched', 'What your bill no longer shows is watched here for two weeks.'],
  verified: ['Nothing has been gone for two weeks', 'What stays gone moves here; the ledger says what it saved.'],
  regressed: ['Nothing has come back', 'A waste that returns after it was done moves here.'],
} as const

/** Findings with their evidence, and the rules that found nothing with their reasons. */
export function Findings() {
  const [search, setSearch] = useSearchState()
  const view = readSavings(search)
  const change = (part: Partial<SavingsView>) => setSearch(writeSavings({ ...view, ...part }))
  const query = useQuery({
    ...api.costOptimization.recommendations.queryOptions({ input: { status: view.status } }),
    placeholderData: keepPreviousData,
  })
  const findings = query.data?.data ?? []
  const meta = query.data?.meta
  // Sixty rules in their words stand far below: the list is on the screen before they are drawn.
  const listIsThere = useDeferredValue(true, false)
  const leading = findings.find(({ id, alternatives }) =>
    [id, ...alternatives.map((alternative) => alternative.id)].includes(view.finding),
  )
  const open = leading && [leading, ...leading.alternatives].find(({ id }) => id === view.finding)
  return (
    <Page
      title="Savings"
      words="Waste that the rules found in your bills. Each figure is an estimate with a range, never more than the resource costs; open a row to see the evidence and check it."
      actions={
        <>
          {findings.length > 0 && (
            <ExportList
              name={`findings-${view.status}`}
              list={async () =>
                (await import('./finding-columns.ts')).findingsList(
                  sortRows(chosen(findings, view), findingSorts, view.sort),
                )
              }
            />
          )}
          <ViewSwitch />
        </>
      }
      aside={
        open &&
        leading && (
          <Evidence
            finding={open}
            others={[leading, ...leading.alternatives].filter(({ id }) => id !== open.id)}
            onOpen={(finding) => change({ finding })}
            rule={meta?.rules.find((rule) => rule.id === open.rule)}
            onClose={() => change({ finding: '' })}
          />
        )
      }
    >
      {meta && <SavingsTotals totals={meta.totals} status={view.status} />}
      <div className="mt-6">
        <Tabs
          label="Findings by status"
          value={view.status}
          onChange={(status) => change({ status, finding: '' })}
          tabs={statuses.map((status) => ({
            name: status,
            label: statusWords[status],
            panel: (
              <Loaded query={query} failed="Findings could not be loaded." loading={<SkeletonRows rows={8} />}>
                {() => <List findings={findings} view={view} onChange={change} judgedAt={meta?.judged_at ?? null} />}
              </Loaded>
            ),
          }))}
        />
      </div>
      {listIsThere && meta && view.status === 'open' && (
        <RuleOutcomes outcomes={meta.outcomes} rules={meta.rules} onRule={(rule) => change({ rule })} />
      )}
    </Page>
  )
}

interface ListProps {
  findings: Recommendation[]
  view: SavingsView
  judgedAt: string | null
  onChange(part: Partial<SavingsView>): void
}

function List({ findings, view, judgedAt, onChange }: ListProps) {
  if (findings.length === 0) return <Nothing status={view.status} judgedAt={judgedAt} />
  const rows = chosen(findings, view)
  return (
    <>
      <FindingFilters findings={findings} shown={rows.length} view={view} onChange={onChange} />
      {rows.length === 0 && isNarrowed(view) ? (
        <p className="py-10 text-center text-body text-soft">
          No finding fits this search. Take a filter away to see more.
        </p>
      ) : (
        <FindingsTable findings={rows} view={view} onChange={onChange} />
      )}
      {judgedAt && (
        <p className="mt-2 text-small text-faint">Judged {formatMoment(judgedAt)}, from all bills that are loaded.</p>
      )}
    </>
  )
}

function Nothing({ status, judgedAt }: { status: SavingsView['status']; judgedAt: string | null }) {
  if (status === 'dismissed')
    return (
      <EmptyState
        title="Nothing was dismissed"
        words="A finding you dismiss moves here, with its reason, and can be taken back."
      />
    )
  if (status === 'gone') {
    return (
      <EmptyState
        title="Nothing has gone yet"
        words="A finding moves here when a later bill no longer shows the waste."
      />
    )
  }
  if (status !== 'open') {
    const [title, words] = nothing[status]
    return <EmptyState title={title} words={words} />
  }
  if (judgedAt === null) {
    return (
      <EmptyState
        title="Nothing has been judged yet"
        words="The rules look at your bills as soon as one is in."
        action={
          <Link to="/integrations" className={buttonClass('primary')}>
            Bring in a bill
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No waste found"
      words="Every rule looked at your bills. What each looked for, and why it found nothing, stands below."
    />
  )
}
