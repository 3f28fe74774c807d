import { sentenceOf } from '@kept/client/errors.ts'
import type { BackupState } from '@kept/contract/routes/backups.ts'
import { formatBytes } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'

const options = api.backups.list.queryOptions({ input: {} })

/** Backups of the installation, the one that is being made, and the last failure. */
export function Backups() {
  const client = useQueryClient()
  const mayCreate = useMe().data?.permissions.includes('operator:write') ?? false
  const query = useQuery({ ...options, refetchInterval: ({ state }) => (state.data?.data.running ? 1_000 : 30_000) })
  const create = useMutation(
    api.backups.create.mutationOptions({
      onSuccess: (answer) => client.setQueryData(options.queryKey, answer),
      onError: (error) => toasts.show({ title: 'The backup could not be started.', body: sentenceOf(error) }),
    }),
  )
  const running = query.data?.data.running ?? null
  return (
    <Section
      title="Backups"
      description={query.data && describe(query.data.data)}
      actions={
        mayCreate && (
          <Button size="small" isBusy={create.isPending || running !== null} onClick={() => create.mutate({})}>
            Back up now
          </Button>
        )
      }
    >
      <Loaded query={query} failed="Backups could not be loaded.">
        {({ data: { backups, failure } }) => (
          <>
            {running && (
              <div className="mb-4">
                <ProgressBar label="Backup" value={running.all === 0 ? null : running.done / running.all} />
              </div>
            )}
            {failure && (
              <div className="mb-4">
                <Notice tone="leak">
                  The backup of {formatMoment(failure.at)} failed. {failure.message}
                </Notice>
              </div>
            )}
            {backups.length === 0 ? (
              <EmptyState
                title="No backups yet"
                description="A backup contains both databases and the ledger checkpoints."
              />
            ) : (
              <RowsTable
                label="Backups"
                rows={backups}
                rowKey={({ id }) => id}
                columns={[
                  { head: 'Taken', cellClass: 'whitespace-nowrap', cell: ({ taken_at }) => formatMoment(taken_at) },
                  { head: 'Name', cellClass: 'font-mono', cell: ({ id }) => id },
                  { head: 'Keys', cell: ({ has_keys }) => (has_keys ? 'encrypted' : 'not included') },
                  { head: 'Size', numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
                  { head: 'Added', numeric: true, cell: ({ added_bytes }) => formatBytes(added_bytes) },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function describe({ folder, nightly }: BackupState): string {
  if (folder === '') return ''
  return nightly
    ? `Made every night at 01:40 UTC in ${folder}.`
    : `On request in ${folder}. Set KEPT_BACKUP_FOLDER to another disk to make one every night.`
}
