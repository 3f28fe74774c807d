import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/day.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../SettingRow.tsx'

/** Where one is signed in, and an end to it. */
export function Sessions() {
  const client = useQueryClient()
  const query = useQuery(api.auth.sessions.queryOptions({ input: {} }))
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: api.auth.sessions.key() })
    toasts.show({ title: 'Signed out there' })
  }
  const end = useMutation(api.auth.endSession.mutationOptions({ onSuccess }))
  const endOthers = useMutation(api.auth.endOtherSessions.mutationOptions({ onSuccess }))
  return (
    <Section title="Sessions">
      <Loaded query={query} failed="Your sessions could not be loaded.">
        {({ sessions }) => (
          <>
            {sessions.map(({ id, current, device, ip, created_at, last_seen_at }) => (
              <SettingRow
                key={id}
                title={
                  <>
                    {device} {current && <Badge tone="fact">this one</Badge>}
                  </>
                }
                words={`From ${ip}, signed in ${formatMoment(created_at)}, last seen ${formatAgo(last_seen_at, Date.now())}.`}
              >
                {!current && (
                  <Button busy={end.isPending && end.variables?.id === id} onClick={() => end.mutate({ id })}>
                    End it<span className="sr-only">: {device}</span>
                  </Button>
                )}
              </SettingRow>
            ))}
            {sessions.length > 1 && (
              <Button className="mt-3" busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                End all others
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
