import { MAX_AUDIT_STREAMS } from '@kept/domain/audit-stream-kinds.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { ShownOnce } from '../../../shell/ShownOnce.tsx'
import { StreamForm } from './StreamForm.tsx'
import { StreamRow } from './StreamRow.tsx'

/** Destinations that receive each audit event, such as a SIEM. */
export default function AuditStreams({ organization, mayChange }: { organization: string; mayChange: boolean }) {
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<{ name: string; secret: string } | undefined>()
  const query = useQuery(api.auditStreams.list.queryOptions({ input: { organization } }))
  const refresh = () => client.invalidateQueries({ queryKey: api.auditStreams.key() })
  const add = ({ name, secret }: { name: string; secret: string | null }) => {
    setAdding(false)
    if (secret !== null) setCreated({ name, secret })
    toasts.show({ title: `${name} created` })
    void refresh()
  }
  return (
    <section aria-label="Audit streams" className="mt-6 border-rule border-t pt-4">
      <h2 className="font-semibold text-lead">Audit streams</h2>
      <p className="mt-1 max-w-2xl text-pretty text-small text-soft">
        Each event is sent within a minute, in order and at least once. A destination that was away receives what it
        missed.
      </p>
      {created && (
        <div className="mt-4">
          <ShownOnce
            title={`Copy the signing secret of "${created.name}" now`}
            description="Use it to verify that events come from Kept. Kept shows it only once."
            secret={created.secret}
            copyFailure="The browser blocked copying. Select the secret and copy it."
            onDone={() => setCreated(undefined)}
          />
        </div>
      )}
      <Loaded query={query} failed="The audit streams could not be loaded." loading={<SkeletonRows rows={2} />}>
        {({ data }) => (
          <>
            <ul className="mt-2">
              {data.map((stream) => (
                <StreamRow
                  key={stream.id}
                  organization={organization}
                  stream={stream}
                  mayChange={mayChange}
                  onChanged={refresh}
                />
              ))}
            </ul>
            {mayChange && !isAdding && data.length < MAX_AUDIT_STREAMS && (
              <p className="mt-3">
                <Button onClick={() => setAdding(true)}>Add a stream</Button>
              </p>
            )}
          </>
        )}
      </Loaded>
      {isAdding && <StreamForm organization={organization} onCreated={add} onCancel={() => setAdding(false)} />}
    </section>
  )
}
