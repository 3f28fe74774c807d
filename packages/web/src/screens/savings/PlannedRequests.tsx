import type { RemediationAction } from '@kept/domain/remediation-action.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'

/** The exact requests of a plan: what is sent now, and what is sent when the grace period has ended. */
export function PlannedRequests({ action }: { action: RemediationAction }) {
  const { account_name, requests, mark_requests, delete_after, permissions } = action
  return (
    <div className="space-y-4 text-small">
      {delete_after !== null && (
        <p className="font-semibold">Deleted on {formatMoment(delete_after)} unless restored.</p>
      )}
      {delete_after !== null && <RequestList title={`Requests to ${account_name} now`} requests={mark_requests} />}
      <RequestList
        title={delete_after === null ? `Requests to ${account_name}` : 'Requests when the grace period has ended'}
        requests={requests}
      />
      <p className="break-words text-soft">Needs {permissions.join(', ')}.</p>
    </div>
  )
}

function RequestList({ title, requests }: { title: string; requests: RemediationAction['requests'] }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">
        {title} ({requests.length})
      </h3>
      <ol className="mt-2 space-y-2">
        {requests.map(({ method, url, body }) => (
          <li key={`${method} ${url} ${body}`} className="break-all font-mono text-micro">
            {method} {url}
            {body && <span className="block text-soft">{body}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
