import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'

/** Where one is signed in, and an end to it. */
export function Sessions() {
  const client = useQueryClient()
  const query = useQuery(api.auth.sessions.queryOptions({ input: {} }))
  const onSuccess = async () => {
    await client.invalidateQueries({ queryKey: api.auth.sessions.key() })
    toasts.show({ title: 'Session ended' })
  }
  const end = useMutation(api.auth.endSession.mutationOptions({ onSuccess }))
  const endOthers = useMutation(api.auth.endOtherSessions.mutationOptions({ onSuccess }))
  return (
    <Section title="Sessions">
      <Loaded query={query} failed="Sessions could not be loaded.">
        {({ sessions }) => (
          <>
            {sessions.map(({ id, current, device, ip, created_at, last_seen_at }) => (
              <SettingRow
                key={id}
                title={
                  <>
                    {device} {current && <Badge tone="fact">current</Badge>}
                  </>
                }
                description={`From ${ip}, signed in ${formatMoment(created_at)}, last seen ${formatAgo(last_seen_at, Date.now())}.`}
              >
                {!current && (
                  <ConfirmButton
                    label="End session"
                    subject={device}
                    title="End this session?"
                    description={`${device} is signed out immediately. Unsaved changes there are lost.`}
                    act="End session"
                    cancelLabel="Cancel"
                    isBusy={end.isPending && end.variables?.id === id}
                    onAct={() => end.mutate({ id })}
                  />
                )}
              </SettingRow>
            ))}
            {sessions.length > 1 && (
              <div className="mt-3">
                <ConfirmButton
                  label="End other sessions"
                  title="End other sessions?"
                  description={`You stay signed in here. ${counted(sessions.length - 1, 'other session')} will be signed out immediately. Unsaved changes there are lost.`}
                  act="End other sessions"
                  cancelLabel="Cancel"
                  isBusy={endOthers.isPending}
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
