import type { SavedReportAnswer } from '@kept/contract/routes/saved-reports.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportItems } from '../../csv/ExportItems.tsx'
import { ExportMenu } from '../../csv/ExportMenu.tsx'
import { useRemoval } from '../../removal/useRemoval.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { DocumentView } from './DocumentView.tsx'
import { RunHistory } from './RunHistory.tsx'
import { ScheduleTab } from './ScheduleTab.tsx'
import { describeSchedule } from './schedule-text.ts'

interface SavedReportProps {
  report: SavedReportAnswer
  mayWrite: boolean
  onOpen(change: Record<string, string>): void
}

const tabs = ['preview', 'schedule', 'history'] as const
type TabName = (typeof tabs)[number]

/** A saved report: its figures as of now, its schedule, and its runs. */
export function SavedReport({ report, mayWrite, onOpen }: SavedReportProps) {
  const { id, definition, owner, schedule, can_edit: canEdit } = report
  const [search, setSearch] = useSearchState()
  const tab: TabName = tabs.find((name) => name === search.tab) ?? 'preview'
  return (
    <section aria-label={definition.name} className="min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3 pb-3">
        <div className="min-w-0 max-w-prose">
          <h2 className="text-lead font-semibold">{definition.name}</h2>
          <p className="mt-0.5 text-pretty text-small text-soft">
            {definition.description && `${definition.description} `}
            {definition.shared ? 'Shared' : 'Private'}, by {owner.name}. {describeSchedule(schedule)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {mayWrite && canEdit && <Button onClick={() => onOpen({ saved: id, edit: '1' })}>Edit</Button>}
          {mayWrite && <Duplicate report={report} onDone={(copy) => onOpen({ saved: copy, edit: '1' })} />}
          {mayWrite && canEdit && <Delete report={report} onDone={() => onOpen({})} />}
          <ExportMenu name={definition.name}>
            {(exportFile) => (
              <ExportItems
                formats={['pdf', 'excel', 'csv', 'html']}
                onExport={(format) =>
                  exportFile((file) =>
                    file.downloadResponse(definition.name, `/v1/saved-reports/${id}/export?format=${format}`),
                  )
                }
              />
            )}
          </ExportMenu>
        </div>
      </div>
      <Tabs
        label="Report"
        value={tab}
        onChange={(name) => setSearch({ tab: name === 'preview' ? '' : name })}
        tabs={[
          { name: 'preview', label: 'Preview', panel: <Preview id={id} /> },
          {
            name: 'schedule',
            label: 'Schedule',
            panel: <ScheduleTab report={report} mayWrite={mayWrite && canEdit} />,
          },
          { name: 'history', label: 'History', panel: <RunHistory report={report} mayWrite={mayWrite && canEdit} /> },
        ]}
      />
    </section>
  )
}

function Preview({ id }: { id: string }) {
  const query = useQuery(api.savedReports.document.queryOptions({ input: { id } }))
  return (
    <div className="pt-4">
      <Loaded query={query} failed="The report could not be run." loading={<SkeletonRows rows={10} />}>
        {({ data }) => <DocumentView document={data} />}
      </Loaded>
    </div>
  )
}

function Duplicate({ report, onDone }: { report: SavedReportAnswer; onDone(id: string): void }) {
  const client = useQueryClient()
  const create = async () => {
    const name = `${report.definition.name.slice(0, 110)} (copy)`
    const { data } = await api.savedReports.create.call({ ...report.definition, name, shared: false })
    await client.invalidateQueries({ queryKey: api.savedReports.key() })
    onDone(data.id)
  }
  return <Button onClick={() => void create()}>Duplicate</Button>
}

function Delete({ report: { id, definition }, onDone }: { report: SavedReportAnswer; onDone(): void }) {
  const client = useQueryClient()
  const { remove } = useRemoval()
  return (
    <Button
      onClick={() => {
        remove({
          id: `report ${id}`,
          title: `"${definition.name}" deleted`,
          body: 'Its schedule and its history are deleted too.',
          send: () => api.savedReports.remove.call({ id }),
          renew: () => client.invalidateQueries({ queryKey: api.savedReports.key() }),
        })
        onDone()
      }}
    >
      Delete
    </Button>
  )
}
