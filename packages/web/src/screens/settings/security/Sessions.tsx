import { AskFirst } from '@kept/ui/controls/AskFirst.tsx'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/day.ts'
import { counted } from '@kept/ui/format/share.ts'
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
                  <AskFirst
                    label="End it"
                    of={device}
                    title="End this session?"
                    words={`${device} is signed out at once. What is being typed there is lost; whoever sits there needs your password to come back.`}
                    act="End the session"
                    keep="Leave it"
                    busy={end.isPending && end.variables?.id === id}
                    onAct={() => end.mutate({ id })}
                  />
                )}
              </SettingRow>
            ))}
            {sessions.length > 1 && (
              <div className="mt-3">
                <AskFirst
                  label="End all others"
                  title="End all other sessions?"
                  words={`You stay signed in here. ${counted(sessions.length - 1, 'other session')} will be signed out at once, and what is being typed there is lost.`}
                  act="End all others"
                  keep="Leave them"
                  busy={endOthers.isPending}
                  onAct={() => endOthers.mutate({})}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
