import type { ReportDescription } from '@kept/contract/routes/reports.ts'
import { Input } from '@kept/ui/controls/Field.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { cx } from '@kept/ui/cx.ts'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { Report } from './Report.tsx'

/** The list of reports and the selected report. */
export function ReportsScreen() {
  const [search, setSearch] = useSearchState()
  const query = useQuery(api.reports.list.queryOptions({ input: {}, staleTime: 600_000 }))
  return (
    <Page title="Reports" description="Standard cost reports from your bills, for the dates you choose.">
      <div className="mt-6">
        <Loaded query={query} failed="The reports could not be loaded." loading={<SkeletonRows rows={8} />}>
          {({ data }) => {
            const report = data.find((entry) => entry.id === search.report) ?? data[0]
            return (
              <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
                <ReportList
                  reports={data}
                  chosen={report?.id}
                  onChoose={(id) => setSearch({ report: id }, { replace: false })}
                />
                {report && <Report key={report.id} report={report} />}
              </div>
            )
          }}
        </Loaded>
      </div>
    </Page>
  )
}

interface ReportListProps {
  reports: readonly ReportDescription[]
  chosen: string | undefined
  onChoose(id: string): void
}

function ReportList({ reports, chosen, onChoose }: ReportListProps) {
  const [text, setText] = useState('')
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = reports.filter((report) =>
    terms.every((term) => `${report.title} ${report.description}`.toLowerCase().includes(term)),
  )
  return (
    <nav aria-label="Reports">
      <Input
        label="Search reports"
        hiddenLabel
        type="search"
        placeholder="Search reports"
        icon={<Search size={14} />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-2 max-h-56 overflow-y-auto lg:max-h-[calc(100dvh-16rem)]">
        {matches.map((report) => (
          <li key={report.id}>
            <button
              type="button"
              aria-current={report.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(report.id)}
              className={cx(
                'min-h-8 w-full rounded-base px-2 py-1 text-left text-body hover:bg-hover',
                report.id === chosen ? 'bg-hover font-medium text-ink' : 'text-soft',
              )}
            >
              {report.title}
            </button>
          </li>
        ))}
      </ul>
      {matches.length === 0 && <p className="px-2 py-3 text-small text-soft">No reports match.</p>}
    </nav>
  )
}
