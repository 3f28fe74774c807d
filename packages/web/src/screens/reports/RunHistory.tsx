import type { ReportRunAnswer, SavedReportAnswer } from '@kept/contract/routes/saved-reports.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { showError } from '../../api/query-client.ts'
import { ExportItems } from '../../csv/ExportItems.tsx'
import { ExportMenu } from '../../csv/ExportMenu.tsx'

interface RunHistoryProps {
  report: SavedReportAnswer
  mayWrite: boolean
}

/** The runs of a report, newest first, each with the files of its own figures. */
export function RunHistory({ report: { id, definition, schedule }, mayWrite }: RunHistoryProps) {
  const client = useQueryClient()
  const query = useQuery(api.savedReports.runs.queryOptions({ input: { id }, refetchInterval: 15_000 }))
  const renew = () => client.invalidateQueries({ queryKey: api.savedReports.key() })
  const run = useMutation(api.savedReports.run.mutationOptions({ onSuccess: renew, onError: showError }))
  const sendRun = useMutation(api.savedReports.sendRun.mutationOptions({ onSuccess: renew, onError: showError }))
  return (
    <div className="pt-4">
      {mayWrite && (
        <div className="mb-4 flex gap-2">
          <Button isBusy={run.isPending} onClick={() => run.mutate({ id, send: false })}>
            Run now
          </Button>
          {schedule && (
            <Button isBusy={run.isPending} onClick={() => run.mutate({ id, send: true })}>
              Run and send
            </Button>
          )}
        </div>
      )}
      <Loaded query={query} failed="The history could not be loaded." loading={<SkeletonRows rows={4} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-body text-soft">
              No runs yet. A run keeps its figures, so that its files stay the same.
            </p>
          ) : (
            <ul>
              {data.map((entry) => (
                <li
                  key={entry.id}
                  className="flex flex-wrap items-start justify-between gap-3 border-rule border-b py-3"
                >
                  <RunText run={entry} />
                  {entry.status === 'finished' && (
                    <div className="flex gap-2">
                      {mayWrite && schedule && (
                        <Button
                          size="small"
                          isBusy={sendRun.isPending}
                          onClick={() => sendRun.mutate({ id, run_id: entry.id })}
                        >
                          Send again
                        </Button>
                      )}
                      <ExportMenu name={`${definition.name}, run of ${formatMoment(entry.created_at)}`} size="small">
                        {(exportFile) => (
                          <ExportItems
                            formats={['pdf', 'excel', 'csv', 'html']}
                            onExport={(format) =>
                              exportFile((file) =>
                                file.downloadResponse(
                                  definition.name,
                                  `/v1/saved-reports/${id}/runs/${entry.id}/export?format=${format}`,
                                ),
                              )
                            }
                          />
                        )}
                      </ExportMenu>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

const statusLabels = {
  waiting: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  skipped: 'Skipped',
} as const
const deliveryLabels = { waiting: 'waiting', sending: 'sending', sent: 'sent', failed: 'not sent' } as const

function RunText({ run }: { run: ReportRunAnswer }) {
  const { status, occurrence_at, created_at, started_by, error, deliveries } = run
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 text-body">
        {formatMoment(occurrence_at ?? created_at)}
        <Badge tone={status === 'failed' ? 'leak' : 'plain'}>{statusLabels[status]}</Badge>
      </p>
      <p className="text-small text-soft">
        {occurrence_at ? 'Scheduled' : `Run by ${started_by}`}
        {error && `. ${error}`}
      </p>
      {deliveries.map(({ id, target, status, result }) => (
        <p key={id} className="text-small text-soft">
          {target}: {deliveryLabels[status]}. {result}
        </p>
      ))}
    </div>
  )
}
