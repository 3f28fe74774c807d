import type { Provisioning as ProvisioningAnswer } from '@kept/contract/routes/provisioning.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'
import { CopyLine } from './CopyLine.tsx'

/** Users and groups that the identity provider manages (SCIM 2.0): the address, the token, the last requests. */
export function Provisioning({ id, mayCreate }: { id: string; mayCreate: boolean }) {
  const client = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const query = useQuery(api.provisioning.get.queryOptions({ input: { id } }))
  const renew = () => client.invalidateQueries({ queryKey: api.provisioning.get.key() })
  const create = useMutation(
    api.provisioning.createToken.mutationOptions({
      async onSuccess({ data }) {
        setToken(data.token)
        await renew()
      },
      onError: (error) => toasts.show({ title: 'Token was not created', body: error.message }),
    }),
  )
  const revoke = useMutation(
    api.provisioning.deleteToken.mutationOptions({
      async onSuccess() {
        setToken(null)
        await renew()
        toasts.show({ title: 'Token revoked' })
      },
    }),
  )
  return (
    <Section
      title="Provisioning"
      description="Your identity provider adds, changes and deactivates people with SCIM 2.0. A deactivated person is signed out at once."
    >
      <Loaded query={query} failed="Provisioning could not be loaded.">
        {({ data }) => (
          <>
            <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 text-small">
              <CopyLine label="SCIM URL" text={data.base_url} />
              {token !== null && <CopyLine label="Token" text={token} />}
            </dl>
            {token !== null && (
              <p role="status" className="mt-2 text-small text-soft">
                Copy the token now. It is not shown again.
              </p>
            )}
            {data.tokens.map((row) => (
              <TokenRow
                key={row.id}
                token={row}
                isBusy={revoke.isPending}
                onRevoke={() => revoke.mutate({ id, token_id: row.id })}
              />
            ))}
            {mayCreate && (
              <Button className="mt-3" isBusy={create.isPending} onClick={() => create.mutate({ id })}>
                {data.tokens.length === 0 ? 'Create token' : 'Replace token'}
              </Button>
            )}
            {data.groups.length > 0 && (
              <p className="mt-4 break-words text-small text-soft">
                Groups: {data.groups.map(({ name, members }) => `${name} (${members})`).join(', ')}
              </p>
            )}
            <LastRequests requests={data.requests} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

interface TokenRowProps {
  token: ProvisioningAnswer['tokens'][number]
  isBusy: boolean
  onRevoke(): void
}

function TokenRow({
  token: { id, created_by_name, created_at, last_used_at, ends_at },
  isBusy,
  onRevoke,
}: TokenRowProps) {
  const day = (time: string) => time.slice(0, 16).replace('T', ' ')
  return (
    <SettingRow
      title={
        <>
          <span className="font-mono text-small">keptscim_{id}</span>{' '}
          {ends_at !== null && <Badge tone="plain">ends {day(ends_at)} UTC</Badge>}
        </>
      }
      description={`Created ${day(created_at)} UTC by ${created_by_name}, ${last_used_at === null ? 'never used' : `last used ${day(last_used_at)} UTC`}`}
    >
      <ConfirmButton
        size="small"
        label="Revoke"
        subject={`keptscim_${id}`}
        title="Revoke this token?"
        description="The identity provider can no longer change people. Those it added stay members."
        act="Revoke token"
        isBusy={isBusy}
        onAct={onRevoke}
      />
    </SettingRow>
  )
}

function LastRequests({ requests }: { requests: ProvisioningAnswer['requests'] }) {
  if (requests.length === 0) return null
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-small">
        Last requests ({requests.filter(({ status }) => status >= 400).length} refused)
      </summary>
      <ul className="mt-2 divide-y divide-rule border-rule border-y">
        {requests.map(({ method, path, status, detail, created_at }) => (
          <li key={`${created_at} ${method} ${path}`} className="py-2 text-small">
            <span className="break-all font-mono text-micro">
              {created_at.slice(0, 19).replace('T', ' ')} {method} {path}
            </span>{' '}
            <Badge tone={status < 400 ? 'fact' : 'plain'}>{status}</Badge>
            {detail && <p className="mt-1 text-leak">{detail}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}
