/** Background jobs that stopped after all retries, with their error; each can be retried. */
import { sentenceOf } from '@kept/client/errors.ts'
import type { FailedJob } from '@kept/contract/routes/jobs.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'

const options = api.jobs.failed.queryOptions({ input: {} })

export function FailedJobs() {
  const client = useQueryClient()
  const mayRetry = useMe().data?.permissions.includes('operator:write') ?? false
  const query = useQuery({ ...options, refetchInterval: 10_000 })
  const retry = useMutation(
    api.jobs.retry.mutationOptions({
      onSuccess: ({ data }) => toasts.show({ title: formatRetried(data.retried) }),
      onError: (error) => toasts.show({ title: 'The jobs could not be retried.', body: sentenceOf(error) }),
      onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
    }),
  )
  const jobs = query.data?.data.jobs ?? []
  const total = query.data?.data.total ?? 0
  if (query.isError) return <Notice tone="leak">Failed jobs could not be loaded. {sentenceOf(query.error)}</Notice>
  if (jobs.length === 0) return null
  return (
    <Section
      title="Failed jobs"
      description={
        total > jobs.length
          ? `The newest ${formatCount(jobs.length)} of ${formatCount(total)}.`
          : 'A retried job runs again with the input it had.'
      }
      actions={
        mayRetry && (
          <Button size="small" isBusy={retry.isPending} onClick={() => retry.mutate({ ids: jobs.map(({ id }) => id) })}>
            {jobs.length === 1 ? 'Retry' : `Retry all ${formatCount(jobs.length)}`}
          </Button>
        )
      }
    >
      <RowsTable
        label="Failed jobs"
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          { head: 'Job', cellClass: 'font-mono break-words', cell: ({ name }) => name },
          { head: 'Organization', className: 'max-md:hidden', cell: nameOrganization },
          { head: 'Error', cellClass: 'break-words', cell: ({ message }) => message },
          { head: 'Runs', numeric: true, className: 'max-md:hidden', cell: ({ runs }) => formatCount(runs) },
          { head: 'Failed', cellClass: 'whitespace-nowrap', cell: ({ failed_at }) => formatMoment(failed_at) },
          {
            head: '',
            cell: ({ id, name }) =>
              mayRetry && (
                <Button
                  size="small"
                  aria-label={`Retry ${name}`}
                  disabled={retry.isPending}
                  onClick={() => retry.mutate({ ids: [id] })}
                >
                  Retry
                </Button>
              ),
          },
        ]}
      />
    </Section>
  )
}

function nameOrganization({ organization }: FailedJob): string {
  return organization?.name ?? 'Installation'
}

function formatRetried(count: number): string {
  if (count === 0) return 'No job was retried: they no longer fail.'
  return count === 1 ? '1 job queued again.' : `${formatCount(count)} jobs queued again.`
}
