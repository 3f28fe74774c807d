import { sentenceOf } from '@kept/client/errors.ts'
import type { AutopilotDryRun } from '@kept/contract/routes/autopilot.ts'
import type { AutopilotPolicy, AutopilotSettings } from '@kept/domain/autopilot.ts'
import { autopilotModes } from '@kept/domain/autopilot-states.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'
import { HealthFields } from './HealthFields.tsx'
import { LimitFields } from './LimitFields.tsx'
import { modeLabels } from './labels.ts'
import { checkPolicy, newPolicy } from './new-policy.ts'
import type { PolicyPartProps } from './policy-part.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { TimeFields } from './TimeFields.tsx'

const DryRun = lazy(async () => ({ default: (await import('./DryRun.tsx')).DryRun }))

/** The settings of a policy, checked as the API checks them, with a dry run before they are saved. */
export function PolicyEditor({ policy, onClose }: { policy: AutopilotPolicy | undefined; onClose(): void }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<AutopilotSettings>(() => (policy ? settingsOf(policy) : newPolicy()))
  const [mistakes, setMistakes] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [result, setResult] = useState<AutopilotDryRun | null>(null)
  const onError = (error: unknown) => setFailure(sentenceOf(error))
  const save = useMutation({
    mutationFn: () =>
      policy ? api.autopilot.update.call({ id: policy.id, ...draft }) : api.autopilot.create.call(draft),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: api.autopilot.key() })
      toasts.show({ title: `${draft.name} saved` })
      onClose()
    },
    onError,
  })
  const dryRun = useMutation(
    api.autopilot.dryRun.mutationOptions({ onSuccess: ({ data }) => setResult(data), onError }),
  )
  const change = (part: Partial<AutopilotSettings>) => {
    setDraft({ ...draft, ...part })
    setResult(null)
  }
  const whenValid = async (then: () => void) => {
    const mistakesOfDraft = await checkPolicy(draft)
    setMistakes(mistakesOfDraft)
    const [first] = Object.entries(mistakesOfDraft)
    setFailure(first ? `Check ${first[0].replaceAll(/[._]/g, ' ')}. ${first[1]}` : '')
    if (!first) then()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void whenValid(() => save.mutate())
  }
  const part = { draft, mistakes, onChange: change }
  return (
    <form onSubmit={submit} className="max-w-3xl" noValidate>
      <FormFailure sentence={failure} />
      <Section title={policy ? policy.name : 'New policy'} className="mt-2">
        <div className="space-y-4">
          <Input
            label="Name"
            value={draft.name}
            autoFocus
            autoComplete="off"
            error={mistakes.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Select
            label="Mode"
            value={draft.mode}
            options={autopilotModes.map((value) => ({ value, ...modeLabels[value] }))}
            hint={modeLabels[draft.mode].description}
            onChange={(mode) => change({ mode })}
          />
          <Checkbox checked={draft.enabled} onChange={(enabled) => change({ enabled })}>
            Turned on
          </Checkbox>
        </div>
      </Section>
      <Rules {...part} />
      <ScopeFields {...part} />
      <TimeFields {...part} />
      <LimitFields {...part} />
      <HealthFields {...part} />
      <div className="mt-8 flex flex-wrap gap-2 border-rule border-t pt-4">
        <Button type="submit" tone="primary" isBusy={save.isPending}>
          Save policy
        </Button>
        <Button isBusy={dryRun.isPending} onClick={() => void whenValid(() => dryRun.mutate(draft))}>
          Dry run over 30 days
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {result && (
        <Suspense fallback={<SkeletonRows />}>
          <DryRun result={result} />
        </Suspense>
      )}
    </form>
  )
}

function Rules({ draft, mistakes, onChange }: PolicyPartProps) {
  const rules = useQuery(api.autopilot.list.queryOptions({ input: {} })).data?.meta.rules ?? []
  return (
    <Section title="Recommendations" description="Of these savings rules, which Kept can carry out and undo.">
      <div className="grid gap-1 sm:grid-cols-2">
        {rules.map(({ id, title }) => (
          <Checkbox
            key={id}
            checked={draft.rules.includes(id)}
            onChange={(checked) =>
              onChange({ rules: checked ? [...draft.rules, id] : draft.rules.filter((rule) => rule !== id) })
            }
          >
            {title}
          </Checkbox>
        ))}
      </div>
      {mistakes.rules && <p className="mt-2 text-leak text-small">Choose at least one.</p>}
    </Section>
  )
}

function settingsOf({ id: _id, updated_by: _editor, updated_at: _edited, ...settings }: AutopilotPolicy) {
  return settings
}
