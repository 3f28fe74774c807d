import type { OrganizationDomain } from '@kept/contract/routes/organizations.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { CopyLine } from './CopyLine.tsx'

const states = {
  pending: { label: 'Not verified', tone: 'plain' },
  failed: { label: 'Not verified', tone: 'plain' },
  verified: { label: 'Verified', tone: 'fact' },
} as const

/** The domains that identity providers name: the DNS record to publish, its state, and a check on demand. */
export function Domains({ id }: { id: string }) {
  const client = useQueryClient()
  const query = useQuery(api.organizations.domains.queryOptions({ input: { id } }))
  const verify = useMutation(
    api.organizations.verifyDomain.mutationOptions({
      async onSuccess({ data }) {
        await client.invalidateQueries({ queryKey: api.organizations.domains.key() })
        if (data.status === 'verified') toasts.show({ title: `${data.domain} is verified` })
      },
    }),
  )
  return (
    <Loaded query={query} failed="Domains could not be loaded.">
      {({ data }) =>
        data.length > 0 && (
          <section aria-label="Domains" className="mt-6">
            <h3 className="text-body font-medium">Domains</h3>
            <p className="mt-1 text-small text-soft">
              Publish a DNS record to let people of a domain sign in through your identity provider. Kept checks it
              daily.
            </p>
            <ul className="mt-3 divide-y divide-rule border-rule border-y">
              {data.map((domain) => (
                <DomainRow
                  key={domain.domain}
                  domain={domain}
                  isBusy={verify.isPending && verify.variables.domain === domain.domain}
                  onVerify={() => verify.mutate({ id, domain: domain.domain })}
                />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

interface DomainRowProps {
  domain: OrganizationDomain
  isBusy: boolean
  onVerify(): void
}

function DomainRow({ domain: { domain, status, record, failure }, isBusy, onVerify }: DomainRowProps) {
  const { label, tone } = states[status]
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 break-all text-body">
          {domain} <Badge tone={tone}>{label}</Badge>
        </p>
        <Button size="small" isBusy={isBusy} aria-label={`Verify ${domain}`} onClick={onVerify}>
          {status === 'verified' ? 'Check again' : 'Verify'}
        </Button>
      </div>
      {status !== 'verified' && (
        <dl className="mt-2 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 text-small">
          <dt className="text-soft">Type</dt>
          <dd className="col-span-2 font-mono text-micro">{record.type}</dd>
          <CopyLine label="Name" text={record.name} />
          <CopyLine label="Value" text={record.value} />
        </dl>
      )}
      {failure && (
        <p role="status" className="mt-2 text-small text-leak">
          {failure}
        </p>
      )}
    </li>
  )
}
