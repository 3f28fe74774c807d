import { Badge } from '@kept/ui/controls/Badge.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

/** Where a person is signed in to this organization, and an end to it. */
export function PersonSessions({ id }: { id: string }) {
  const client = useQueryClient()
  const query = useQuery(api.users.sessions.queryOptions({ input: { id } }))
  const end = useMutation(
    api.users.endSession.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.users.key() })
        toasts.show({ title: 'Session ended' })
      },
    }),
  )
  return (
    <Loaded query={query} failed="Sessions could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <p className="py-4 text-small text-soft">Not signed in anywhere.</p>
        ) : (
          <ul className="divide-y divide-rule">
            {data.map((session) => (
              <li key={session.id} className="flex items-start justify-between gap-3 py-2">
                <div className="min-w-0">
                  <p className="truncate text-small" title={session.user_agent ?? undefined}>
                    {session.user_agent ?? 'Unknown program'} {session.current && <Badge tone="fact">current</Badge>}
                  </p>
                  <p className="text-micro text-faint">
                    {session.ip ?? 'unknown address'}, signed in {formatMoment(session.created_at)}, last seen{' '}
                    {formatAgo(session.last_seen_at, Date.now())}
                  </p>
                </div>
                <ConfirmButton
                  size="small"
                  label="End session"
                  subject={session.user_agent ?? undefined}
                  title="End this session?"
                  description="They are signed out immediately and lose unsaved changes. To block access, disable the account."
                  act="End session"
                  cancelLabel="Cancel"
                  isBusy={end.isPending && end.variables?.sessionId === session.id}
                  onAct={() => end.mutate({ id, sessionId: session.id })}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
