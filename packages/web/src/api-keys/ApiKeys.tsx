import type { ApiKey } from '@kept/contract/routes/api-keys.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { Section } from '../shell/Page.tsx'
import { SettingRow } from '../shell/SettingRow.tsx'
import { NewKey } from './NewKey.tsx'
import { NewKeyForm } from './NewKeyForm.tsx'

/** Keys for programs: what each may do, until when, and when it was used last. */
export default function ApiKeys() {
  const client = useQueryClient()
  const query = useQuery(api.apiKeys.list.queryOptions({ input: {} }))
  const [making, setMaking] = useState(false)
  const [created, setCreated] = useState<{ name: string; key: string } | null>(null)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.apiKeys.key() })
  const revoke = useMutation(
    api.apiKeys.revoke.mutationOptions({
      async onSuccess({ data }) {
        setRevoking(null)
        await renew()
        toasts.show({ title: `"${data.name}" revoked` })
      },
    }),
  )
  const rotate = useMutation(
    api.apiKeys.rotate.mutationOptions({
      async onSuccess({ data }) {
        setCreated(data)
        await renew()
      },
    }),
  )
  return (
    <Section
      title="API keys"
      description="Programs send a key as a bearer token. A key never exceeds its creator's permissions, expires, and is shown once."
      className="mt-2"
    >
      {created && <NewKey created={created} onDone={() => setCreated(null)} />}
      {making ? (
        <NewKeyForm
          onCancel={() => setMaking(false)}
          onMade={(createdKey) => {
            setMaking(false)
            setCreated(createdKey)
            void renew()
          }}
        />
      ) : (
        <Button className="mb-2" onClick={() => setMaking(true)}>
          Create API key
        </Button>
      )}
      <Loaded query={query} failed="API keys could not be loaded.">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No API keys" description="Create a key to use the API." />
          ) : (
            data.map((key) => (
              <SettingRow key={key.id} title={<KeyTitle apiKey={key} />} description={<KeyDescription apiKey={key} />}>
                {key.status === 'active' && (
                  <>
                    {key.replaced_by === null && (
                      <Button
                        size="small"
                        isBusy={rotate.isPending}
                        onClick={() => rotate.mutate({ id: key.id, overlap_hours: 24 })}
                      >
                        Renew<span className="sr-only"> {key.name}</span>
                      </Button>
                    )}
                    <Button size="small" onClick={() => setRevoking(key)}>
                      Revoke<span className="sr-only"> {key.name}</span>
                    </Button>
                  </>
                )}
              </SettingRow>
            ))
          )
        }
      </Loaded>
      <Dialog
        open={revoking !== null}
        onOpenChange={(open) => !open && setRevoking(null)}
        title={`Revoke "${revoking?.name ?? ''}"?`}
        description="It stops working immediately. Programs that use it fail until they get a new key. This cannot be undone."
        actions={
          <>
            <Button onClick={() => setRevoking(null)}>Cancel</Button>
            <Button
              tone="danger"
              isBusy={revoke.isPending}
              onClick={() => revoking && revoke.mutate({ id: revoking.id })}
            >
              Revoke
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </Section>
  )
}

function KeyTitle({ apiKey: { name, prefix, status } }: { apiKey: ApiKey }) {
  return (
    <>
      {name} <span className="font-mono text-micro font-normal text-soft">{prefix}...</span>{' '}
      {status !== 'active' && <Badge>{formatLabel(status)}</Badge>}
    </>
  )
}

function KeyDescription({ apiKey: key }: { apiKey: ApiKey }) {
  const used = key.last_used_at ? `last used ${formatAgo(key.last_used_at, Date.now())}` : 'not used yet'
  const from = key.last_used_from ? `from ${key.last_used_from}` : ''
  const allowed = key.ranges.length > 0 ? `works only from ${key.ranges.join(', ')}` : ''
  const ends = key.status === 'active' ? `expires ${formatMoment(key.expires_at)}` : ''
  return (
    <>
      {[`by ${key.created_by}`, [used, from].filter(Boolean).join(' '), ends, allowed].filter(Boolean).join(', ')}
      {key.replaced_by !== null && key.status === 'active' && ', replaced'}
      <span className="mt-1 flex flex-wrap gap-1">
        {key.scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
    </>
  )
}
