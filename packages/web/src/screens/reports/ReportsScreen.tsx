import type { SavedReportAnswer } from '@kept/contract/routes/saved-reports.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useRemoval } from '../../removal/useRemoval.ts'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Report } from './Report.tsx'
import { ReportBuilder } from './ReportBuilder.tsx'
import { ReportList } from './ReportList.tsx'
import { SavedReport } from './SavedReport.tsx'
import { Templates } from './Templates.tsx'

/** The saved reports of the organization, the standard reports, and the selected one. */
export function ReportsScreen() {
  const [search, setSearch] = useSearchState()
  const saved = useQuery(api.savedReports.list.queryOptions({ input: {} }))
  const standard = useQuery(api.reports.list.queryOptions({ input: {}, staleTime: 600_000 }))
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const { hasLeft } = useRemoval()
  const hasBills = Boolean(useCatalog().data?.first_day)
  const open = (change: Record<string, string>) =>
    setSearch({ saved: '', report: '', new: '', edit: '', tab: '', from: '', to: '', ...change }, { replace: false })
  const savedReports = (saved.data?.data ?? []).filter(({ id }) => !hasLeft(`report ${id}`))
  return (
    <Page
      title="Reports"
      description="Reports over your bills: build one, export it, and have it sent on a schedule."
      actions={
        mayWrite && (
          <Button tone="primary" onClick={() => open({ new: 'choose' })}>
            New report
          </Button>
        )
      }
    >
      <div className="mt-6">
        <Loaded query={saved} failed="The reports could not be loaded." loading={<SkeletonRows rows={8} />}>
          {() => (
            <Loaded query={standard} failed="The reports could not be loaded." loading={<SkeletonRows rows={8} />}>
              {({ data }) => {
                const selected = selectedOf(search, savedReports)
                const chosen = data.find(({ id }) => id === search.report)
                // Who has no report yet begins with a template, not with the first of the standard reports.
                const isFirst = !selected && !chosen && mayWrite && hasBills
                const report = selected || isFirst ? undefined : (chosen ?? data[0])
                const isChoosing = Boolean(search.new) && mayWrite
                return (
                  <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
                    <ReportList
                      saved={savedReports}
                      standard={data}
                      chosen={isChoosing ? undefined : (selected?.id ?? report?.id)}
                      onChoose={(change) => open(change)}
                    />
                    {(search.new === 'choose' && isChoosing) || (isFirst && !search.new) ? (
                      <Templates onChoose={(template) => open({ new: template })} />
                    ) : search.new && isChoosing ? (
                      <ReportBuilder
                        key={search.new}
                        template={search.new}
                        onCancel={() => open({})}
                        onSaved={(id) => open({ saved: id })}
                      />
                    ) : selected && search.edit ? (
                      <ReportBuilder
                        key={selected.id}
                        report={selected}
                        onCancel={() => open({ saved: selected.id })}
                        onSaved={(id) => open({ saved: id })}
                      />
                    ) : selected ? (
                      <SavedReport key={selected.id} report={selected} mayWrite={mayWrite} onOpen={open} />
                    ) : (
                      report && <Report key={report.id} report={report} />
                    )}
                  </div>
                )
              }}
            </Loaded>
          )}
        </Loaded>
      </div>
    </Page>
  )
}

function selectedOf(
  search: Record<string, string | undefined>,
  saved: readonly SavedReportAnswer[],
): SavedReportAnswer | undefined {
  if (search.saved) return saved.find(({ id }) => id === search.saved)
  return search.report ? undefined : saved[0]
}
