import type { ReportWords } from '@kept/contract/routes/reports.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { WindowPicker } from '../../spend/WindowPicker.tsx'
import { readWindow } from '../../spend/windows.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { NoRows } from './NoRows.tsx'
import { Parameters } from './Parameters.tsx'
import { ReportTable } from './ReportTable.tsx'
import { type ReportSort, reportList } from './report-rows.ts'

/** In the address a parameter is called by this and its own name. */
const mark = 'p.'

/** One report: what it answers, its parameters, its table. It runs by itself as soon as it knows enough. */
export function Report({ report }: { report: ReportWords }) {
  const [search, setSearch] = useSearchState()
  const [sort, setSort] = useState<ReportSort>()
  const window = readWindow(search)
  const given = Object.fromEntries(report.parameters.map(({ name }) => [name, search[mark + name] ?? '']))
  const missing = report.parameters.filter(({ name, required }) => required && !given[name])
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const query = useQuery({
    ...api.reports.run.queryOptions({ input: { id: report.id, parameters, ...(window ?? {}) } }),
    enabled: missing.length === 0,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={report.title} className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3 border-rule-strong border-b pb-3">
        <div className="min-w-0 max-w-prose">
          <h2 className="text-lead font-semibold">{report.title}</h2>
          <p className="mt-0.5 text-pretty text-body text-soft">{report.words}</p>
        </div>
        <div className="flex gap-2">
          <WindowPicker value={window} onChange={(next) => setSearch({ from: next?.from ?? '', to: next?.to ?? '' })} />
          {query.data && query.data.data.rows.length > 0 && (
            <ExportList name={report.id} list={async () => reportList(query.data.data, sort)} />
          )}
        </div>
      </div>
      {report.parameters.length > 0 && (
        <Parameters
          report={report}
          given={given}
          onRun={(values) =>
            setSearch(Object.fromEntries(Object.entries(values).map(([name, value]) => [mark + name, value])))
          }
        />
      )}
      <div className="mt-3" aria-busy={query.isFetching}>
        {missing.length > 0 ? (
          <p className="py-8 text-body text-soft">
            This report needs a {missing.map(({ label }) => label.toLowerCase()).join(' and a ')}: type it above and
            press Run.
          </p>
        ) : (
          <Loaded query={query} failed="The report could not be run." loading={<SkeletonRows rows={8} />}>
            {({ data }) =>
              data.rows.length === 0 ? (
                <NoRows isNarrowed={window !== null} onAllDays={() => setSearch({ from: '', to: '' })} />
              ) : (
                <>
                  <ReportTable title={report.title} table={data} sort={sort} onSort={setSort} />
                  <p className="mt-2 text-small text-faint">
                    {counted(data.rows.length, 'row')}
                    {data.cut && ', cut at the limit: choose fewer days to see the rest'}
                    {report.use_cases.length > 0 &&
                      `. Answers ${report.use_cases.length === 1 ? 'use case' : 'use cases'} ${report.use_cases.join(', ')} of the FOCUS library`}
                  </p>
                </>
              )
            }
          </Loaded>
        )}
      </div>
    </section>
  )
}
