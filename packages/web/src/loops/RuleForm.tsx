import { sentenceOf } from '@kept/client/errors.ts'
import type { StoredRule } from '@kept/contract/routes/loops.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { useRemoval } from '../removal/useRemoval.ts'
import { PreviewSummary } from './PreviewSummary.tsx'
import { RuleRemediation } from './RuleRemediation.tsx'
import { draftOf, newPattern, type RuleDraft, type RuleInput, ruleOf } from './rule-form.ts'

interface RuleFormProps {
  /** Null for a new pattern. */
  rule: StoredRule | null
  may: boolean
  onDone(): void
}

/** One rule: its threshold, what it leaves alone, and what it would have found last week. */
export function RuleForm({ rule, may, onDone }: RuleFormProps) {
  const [draft, setDraft] = useState<RuleDraft>(rule ? draftOf(rule) : newPattern)
  const [mistake, setMistake] = useState('')
  const client = useQueryClient()
  const after = (title: string) => ({
    onSuccess: async () => {
      toasts.show({ title, body: draft.name })
      await client.invalidateQueries({ queryKey: api.loops.key() })
      onDone()
    },
    onError: (error: unknown) => setMistake(sentenceOf(error)),
  })
  const add = useMutation(api.loops.addRule.mutationOptions(after('Rule added')))
  const change = useMutation(api.loops.changeRule.mutationOptions(after('Rule saved')))
  const { remove } = useRemoval()
  const renew = () => client.invalidateQueries({ queryKey: api.loops.key() })
  const changeBack = useMutation(api.loops.changeRule.mutationOptions({ onSuccess: renew }))
  const reset = useMutation(
    api.loops.removeRule.mutationOptions({
      async onSuccess() {
        const previousRule = rule && ruleOf(draftOf(rule), rule)
        if (!previousRule || typeof previousRule === 'string') return
        toasts.show({
          title: `"${rule.name}" reset to default`,
          action: { label: 'Undo', run: () => changeBack.mutate({ ...previousRule, id: rule.id }) },
        })
        await renew()
        onDone()
      },
      onError: (error: unknown) => setMistake(sentenceOf(error)),
    }),
  )
  const takeBack = ({ id, name }: StoredRule) => {
    if (!isCustom) return reset.mutate({ id })
    remove({ id: `loop rule ${id}`, title: `"${name}" removed`, send: () => api.loops.removeRule.call({ id }), renew })
    onDone()
  }
  const preview = useMutation(
    api.loops.previewRule.mutationOptions({ onError: (error: unknown) => setMistake(sentenceOf(error)) }),
  )
  const set = (part: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...part })
    setMistake('')
    preview.reset()
  }
  const checked = (onValid: (input: RuleInput) => void) => {
    const input = ruleOf(draft, rule)
    if (typeof input === 'string') setMistake(input)
    else onValid(input)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    checked((input) => (rule ? change.mutate({ ...input, id: rule.id }) : add.mutate(input)))
  }
  const isCustom = rule === null || rule.loop_type === 'custom_pattern'
  return (
    <form onSubmit={save} className="space-y-4">
      <Input label="Name" value={draft.name} maxLength={200} onChange={(event) => set({ name: event.target.value })} />
      {isCustom ? (
        <TextArea
          label="Expression"
          className="font-mono"
          value={draft.expression}
          maxLength={2000}
          hint="Example: sum(llm.tokens, 5m) > 100000 and not avg(errors, 10m) > 3. Functions: avg, sum, min, max, last, count, rate, growth. Also: spans, span_failures, lineage_depth, lineage_repeats, lineage_iterations."
          onChange={(event) => set({ expression: event.target.value })}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Threshold"
            inputMode="decimal"
            hint={rule.unit}
            value={draft.threshold}
            onChange={(event) => set({ threshold: event.target.value })}
          />
          <Input
            label="Window in minutes"
            inputMode="numeric"
            value={draft.minutes}
            onChange={(event) => set({ minutes: event.target.value })}
          />
        </div>
      )}
      <TextArea
        label="Excluded (one name or ID per line, * matches anything)"
        className="font-mono"
        value={draft.allow}
        onChange={(event) => set({ allow: event.target.value })}
      />
      <Checkbox checked={draft.enabled} onChange={(enabled) => set({ enabled })}>
        Rule enabled
      </Checkbox>
      <RuleRemediation draft={draft} onChange={set} />
      {mistake && (
        <p role="alert" className="text-small text-leak">
          {mistake}
        </p>
      )}
      {preview.data && <PreviewSummary preview={preview.data.data} />}
      <div className="flex flex-wrap justify-end gap-2">
        {may && rule && !rule.is_default && (
          <Button tone="quiet" isBusy={reset.isPending} onClick={() => takeBack(rule)}>
            {isCustom ? 'Remove' : 'Reset to default'}
          </Button>
        )}
        <Button tone="quiet" onClick={onDone}>
          Back
        </Button>
        <Button isBusy={preview.isPending} onClick={() => checked((input) => preview.mutate(input))}>
          Preview with last week
        </Button>
        {may && (
          <Button tone="primary" type="submit" isBusy={add.isPending || change.isPending}>
            Save
          </Button>
        )}
      </div>
    </form>
  )
}
