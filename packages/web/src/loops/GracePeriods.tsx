import { sentenceOf } from '@kept/client/errors.ts'
import { type GraceKind, graceKindLabels, graceKinds, maxGraceDays } from '@kept/domain/grace-period.ts'
import type { RemediationPolicy } from '@kept/domain/remediation-policy.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'

/** How long each kind of resource waits, marked, before a remedy deletes it. */
export function GracePeriods({ policy, may }: { policy: RemediationPolicy; may: boolean }) {
  const [draft, setDraft] = useState<Record<string, string>>(
    Object.fromEntries(graceKinds.map((kind) => [kind, String(policy.grace_days[kind])])),
  )
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
    const days = graceKinds.map((kind): [GraceKind, number] => [kind, daysOf(draft[kind])])
    const wrong = days.find(([, value]) => Number.isNaN(value))
    if (wrong) return setMistake(`Enter 0 to ${maxGraceDays} days for ${graceKindLabels[wrong[0]]}.`)
    setMistake('')
    const { automatic, max_step, max_per_hour } = policy
    save.mutate({ automatic, max_step, max_per_hour, grace_days: Object.fromEntries(days) })
  }
  return (
    <section aria-label="Grace periods">
      <h3 className="mb-1 font-semibold text-body">Grace periods</h3>
      <p className="max-w-prose text-pretty text-small text-soft">
        Days between the mark on a resource and its deletion. Until then it can be restored, and Kept leaves it alone
        when it is used or changed. With 0 days it is deleted at once.
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {graceKinds.map((kind) => (
          <Input
            key={kind}
            label={graceKindLabels[kind]}
            inputMode="numeric"
            value={draft[kind] ?? ''}
            disabled={!may}
            onChange={(event) => setDraft({ ...draft, [kind]: event.target.value })}
          />
        ))}
      </div>
      {mistake && (
        <p role="alert" className="mt-2 text-small text-leak">
          {mistake}
        </p>
      )}
      {may && (
        <div className="mt-3 flex justify-end">
          <Button isBusy={save.isPending} onClick={submit}>
            Save grace periods
          </Button>
        </div>
      )}
    </section>
  )
}

/** NaN for anything but whole days within the limit. */
function daysOf(text = ''): number {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) <= maxGraceDays ? Number(text) : Number.NaN
}
