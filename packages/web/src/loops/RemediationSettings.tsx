import { sentenceOf } from '@kept/client/errors.ts'
import type { RemediationPolicy } from '@kept/domain/remediation-policy.ts'
import { type RemediationProvider, remediationProviders } from '@kept/domain/remediation-provider.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useRemoval } from '../removal/useRemoval.ts'
import { AddAccount } from './AddAccount.tsx'
import { GracePeriods } from './GracePeriods.tsx'
import { providerLabels } from './provider-labels.ts'

/** What Kept may do by itself, and in which accounts it may do anything at all. */
export function RemediationSettings({ may }: { may: boolean }) {
  const policy = useQuery(api.remediation.policy.queryOptions({ input: {} }))
  return (
    <div className="space-y-8">
      <Loaded query={policy} failed="Remediation settings could not be loaded.">
        {({ data }) => (
          <div key={data.changed_at} className="space-y-8">
            <PolicyForm policy={data} changedBy={data.changed_by} may={may} />
            <GracePeriods policy={data} may={may} />
          </div>
        )}
      </Loaded>
      <Accounts may={may} />
    </div>
  )
}

const stepOptions = [
  { value: 'notify', label: 'only notify' },
  { value: 'throttle', label: 'pause' },
  { value: 'stop', label: 'pause or stop' },
] as const

function PolicyForm({ policy, changedBy, may }: { policy: RemediationPolicy; changedBy: string; may: boolean }) {
  const [draft, setDraft] = useState({ ...policy, maxPerHour: String(policy.max_per_hour) })
  const [mistake, setMistake] = useState('')
  const client = useQueryClient()
  const save = useMutation(
    api.remediation.setPolicy.mutationOptions({
      onSuccess: async () => {
        toasts.show({ title: 'Saved' })
        await client.invalidateQueries({ queryKey: api.remediation.key() })
      },
      onError: (error: unknown) => setMistake(sentenceOf(error)),
    }),
  )
  const submit = () => {
    const maxPerHour = Number(draft.maxPerHour)
    if (!Number.isInteger(maxPerHour) || maxPerHour < 1 || maxPerHour > 100)
      return setMistake('Enter a limit from 1 to 100 per hour.')
    setMistake('')
    save.mutate({ automatic: draft.automatic, max_step: draft.max_step, max_per_hour: maxPerHour })
  }
  return (
    <section aria-label="Automatic remediation">
      <h3 className="mb-2 font-semibold text-body">Automatic remediation</h3>
      <Checkbox checked={draft.automatic} disabled={!may} onChange={(automatic) => setDraft({ ...draft, automatic })}>
        Allow automatic actions for rules that enable them
      </Checkbox>
      <p className="mt-1 max-w-prose text-pretty text-small text-soft">
        Only for confirmed loops with at least 95% probability that cost more than the rule’s limit and are not tagged
        as critical. Kept runs a dry run first, acts once per incident and reverts when the time is up.
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Select
          label="Strongest action"
          value={draft.max_step}
          options={stepOptions}
          disabled={!may}
          onChange={(max_step) => setDraft({ ...draft, max_step })}
        />
        <Input
          label="Maximum actions per hour"
          inputMode="numeric"
          value={draft.maxPerHour}
          disabled={!may}
          onChange={(event) => setDraft({ ...draft, maxPerHour: event.target.value })}
        />
      </div>
      {mistake && (
        <p role="alert" className="mt-2 text-small text-leak">
          {mistake}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-soft">{changedBy && `Last changed by ${changedBy}.`}</p>
        {may && (
          <Button isBusy={save.isPending} onClick={submit}>
            Save
          </Button>
        )}
      </div>
    </section>
  )
}

function Accounts({ may }: { may: boolean }) {
  const [adding, setAdding] = useState<RemediationProvider | null>(null)
  const query = useQuery(api.remediation.accounts.queryOptions({ input: {} }))
  const client = useQueryClient()
  const { remove, hasLeft } = useRemoval()
  return (
    <section aria-label="Accounts">
      <h3 className="mb-1 font-semibold text-body">Accounts Kept can act in</h3>
      <p className="max-w-prose text-pretty text-small text-soft">
        Without an account, Pause and Stop show commands to run yourself. Credentials are encrypted and never shown
        again.
      </p>
      <Loaded query={query} failed="Accounts could not be loaded.">
        {({ data: all, meta }) => {
          const data = all.filter(({ id }) => !hasLeft(`account ${id}`))
          return (
            <>
              <ul className="mt-2 divide-y divide-rule border-rule border-y">
                {data.length === 0 && <li className="py-2 text-small text-soft">None.</li>}
                {data.map(({ id, name, provider, account, created_by, created_at }) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                    <span className="min-w-0 break-words text-body">
                      {name}{' '}
                      <span className="text-small text-soft">
                        {providerLabels[provider]} {account || 'any account'}, added by {created_by}{' '}
                        {formatMoment(created_at)}
                      </span>
                    </span>
                    {may && (
                      <Button
                        size="small"
                        aria-label={`Remove ${name}`}
                        onClick={() =>
                          remove({
                            id: `account ${id}`,
                            title: `${name} removed`,
                            body: 'Its credentials are deleted when this message closes.',
                            send: () => api.remediation.removeAccount.call({ id }),
                            renew: () => client.invalidateQueries({ queryKey: api.remediation.key() }),
                          })
                        }
                      >
                        Remove
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {may && adding === null && (
                <div className="mt-3 flex flex-wrap gap-2">
                  {remediationProviders.map((provider) => (
                    <Button key={provider} size="small" onClick={() => setAdding(provider)}>
                      Add {providerLabels[provider]}
                    </Button>
                  ))}
                </div>
              )}
              {may && adding !== null && (
                <AddAccount
                  key={adding}
                  provider={adding}
                  rights={(meta.rights[adding] ?? []).flatMap(({ permissions }) => permissions)}
                  onDone={() => setAdding(null)}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
