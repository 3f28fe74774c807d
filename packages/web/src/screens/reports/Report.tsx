import type { ReportDescription, ReportTable as ReportTableData } from '@kept/contract/routes/reports.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
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

type ReportRequest = Parameters<typeof api.reports.run.call>[0]

/** Prefix of parameters in the address. */
const parameterPrefix = 'p.'

/** A report with its parameters and table. It runs as soon as the required parameters are set. */
export function Report({ report }: { report: ReportDescription }) {
  const [search, setSearch] = useSearchState()
  const [sort, setSort] = useState<ReportSort>()
  const window = readWindow(search)
  const parameterValues = Object.fromEntries(
    report.parameters.map(({ name }) => [name, search[parameterPrefix + name] ?? '']),
  )
  const missing = report.parameters.filter(({ name, required }) => required && !parameterValues[name])
  const parameters = Object.fromEntries(Object.entries(parameterValues).filter(([, value]) => value !== ''))
  const request = { id: report.id, parameters, ...(window && { start_date: window.from, end_date: window.to }) }
  const query = useQuery({
    ...api.reports.run.queryOptions({ input: request }),
    enabled: missing.length === 0,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={report.title} className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3 border-rule-strong border-b pb-3">
        <div className="min-w-0 max-w-prose">
          <h2 className="text-lead font-semibold">{report.title}</h2>
          <p className="mt-0.5 text-pretty text-body text-soft">{report.description}</p>
        </div>
        <div className="flex gap-2">
          <WindowPicker value={window} onChange={(next) => setSearch({ from: next?.from ?? '', to: next?.to ?? '' })} />
          {query.data && query.data.data.rows.length > 0 && (
            <ExportList
              name={report.id}
              list={async () => reportList(await loadAllRows(request, query.data.data), sort)}
            />
          )}
        </div>
      </div>
      {report.parameters.length > 0 && (
        <Parameters
          report={report}
          initialValues={parameterValues}
          onRun={(values) =>
            setSearch(
              Object.fromEntries(Object.entries(values).map(([name, value]) => [parameterPrefix + name, value])),
            )
          }
        />
      )}
      <div className="mt-3" aria-busy={query.isFetching}>
        {missing.length > 0 ? (
          <p className="py-8 text-body text-soft">
            Enter a {missing.map(({ label }) => label.toLowerCase()).join(' and a ')} above, then select Run.
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
                    {data.has_more
                      ? `The first ${counted(data.rows.length, 'row')}. Export the report to get all rows`
                      : counted(data.rows.length, 'row')}
                    {report.use_cases.length > 0 &&
                      `. FOCUS ${report.use_cases.length === 1 ? 'use case' : 'use cases'}: ${report.use_cases.join(', ')}`}
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

/** The table with the rows of all later pages. */
async function loadAllRows(request: ReportRequest, first: ReportTableData): Promise<ReportTableData> {
  const rows = [...first.rows]
  for (let page = 2, hasMore = first.has_more; hasMore; page += 1) {
    const { data } = await api.reports.run.call({ ...request, page })
    rows.push(...data.rows)
    hasMore = data.has_more
  }
  return { ...first, rows, has_more: false }
}
