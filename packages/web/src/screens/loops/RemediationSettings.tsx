import { sentenceOf } from '@kept/client/errors.ts'
import { type RemediationProvider, remediationProviders } from '@kept/domain/remediation.ts'
import type { RemediationPolicy } from '@kept/domain/remediation-policy.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useRemoval } from '../../removal/useRemoval.ts'
import { AddAccount } from './AddAccount.tsx'
import { providerWords } from './provider-words.ts'

/** What Kept may do by itself, and in which accounts it may do anything at all. */
export function RemediationSettings({ may }: { may: boolean }) {
  const policy = useQuery(api.remediation.policy.queryOptions({ input: {} }))
  return (
    <div className="space-y-8">
      <Loaded query={policy} failed="What Kept may do could not be loaded.">
        {({ data }) => <PolicyForm key={data.changed_at} policy={data} changedBy={data.changed_by} may={may} />}
      </Loaded>
      <Accounts may={may} />
    </div>
  )
}

const stepOptions = [
  { value: 'notify', label: 'only tell people' },
  { value: 'throttle', label: 'pause' },
  { value: 'stop', label: 'pause or stop' },
] as const

function PolicyForm({ policy, changedBy, may }: { policy: RemediationPolicy; changedBy: string; may: boolean }) {
  const [draft, setDraft] = useState({ ...policy, most: String(policy.most_per_hour) })
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
    const most = Number(draft.most)
    if (!Number.isInteger(most) || most < 1 || most > 100) return setMistake('The limit must be 1 to 100 in an hour.')
    setMistake('')
    save.mutate({ automatic: draft.automatic, up_to: draft.up_to, most_per_hour: most })
  }
  return (
    <section aria-label="By itself">
      <h3 className="mb-2 font-semibold text-body">By itself</h3>
      <Checkbox checked={draft.automatic} disabled={!may} onChange={(automatic) => setDraft({ ...draft, automatic })}>
        Kept may act by itself, for rules that say so
      </Checkbox>
      <p className="mt-1 max-w-prose text-pretty text-small text-soft">
        Only about a loop that is confirmed, at least 95 % sure, dearer than its rule’s limit and not tagged as
        critical; once for each incident, rehearsed first, and undone when its time is over.
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Select
          label="At most it may"
          value={draft.up_to}
          options={stepOptions}
          disabled={!may}
          onChange={(up_to) => setDraft({ ...draft, up_to })}
        />
        <Input
          label="Times in an hour, at most"
          inputMode="numeric"
          value={draft.most}
          disabled={!may}
          onChange={(event) => setDraft({ ...draft, most: event.target.value })}
        />
      </div>
      {mistake && (
        <p role="alert" className="mt-2 text-small text-leak">
          {mistake}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-soft">{changedBy && `Last set by ${changedBy}.`}</p>
        {may && (
          <Button busy={save.isPending} onClick={submit}>
            Save what it may do
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
      <h3 className="mb-1 font-semibold text-body">Accounts Kept may act in</h3>
      <p className="max-w-prose text-pretty text-small text-soft">
        Without one, Pause and Stop show the commands to run by hand. Keys are sealed and never shown again.
      </p>
      <Loaded query={query} failed="The accounts could not be loaded.">
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
                        {providerWords[provider]} {account || 'any account'}, added by {created_by}{' '}
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
                            body: 'Its keys are forgotten once this message has gone.',
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
                      Add {providerWords[provider]}
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
