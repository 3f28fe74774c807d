import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select, type SelectOption } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'

interface RecordActionProps {
  open: boolean
  onOpenChange(open: boolean): void
}

const kinds = [
  { value: 'any', label: 'The bill will tell', words: 'Ended, resized or switched off at times' },
  { value: 'terminate', label: 'Ended', words: 'It runs no more' },
  { value: 'rightsize', label: 'Another size', words: 'It runs as something cheaper' },
  { value: 'schedule', label: 'Schedule', words: 'It is off at the same hours every week' },
  { value: 'demand', label: 'Less for the same work', words: 'A fix in code, a cache: less use for each request' },
  { value: 'commitment', label: 'Commitment', words: 'A reservation or savings plan we placed' },
] as const satisfies SelectOption<string>[]
type Kind = (typeof kinds)[number]['value']

/** Says what was done, without a finding: the bill decides whether and from when it counts. */
export function RecordAction({ open, onOpenChange }: RecordActionProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Record an action">
      <Form onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ onDone }: { onDone(): void }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>('any')
  const record = useMutation(api.savings.record.mutationOptions())
  const form = useForm({
    fields: ['title', 'resource_id', 'day', 'evidence', 'demand_of', 'metric'],
    check: ({ title, resource_id, day, demand_of, metric }) => ({
      ...(title.trim() === '' && { title: 'Say in a few words what was done.' }),
      ...(resource_id.trim() === '' && { resource_id: 'Give the resource as your bill names it.' }),
      ...(!/^\d{4}-\d{2}-\d{2}$/.test(day) && { day: 'Give the day on which it was done.' }),
      ...(kind === 'demand' &&
        demand_of.trim() === '' && { demand_of: 'Give the resource whose requests are counted.' }),
      ...(kind === 'demand' && metric.trim() === '' && { metric: 'Give the metric, such as "requests".' }),
    }),
    async send({ title, resource_id, day, evidence, demand_of, metric }) {
      await record.mutateAsync({
        ...{ title, resource_id, evidence, not_before: `${day}T00:00:00Z` },
        ...(kind !== 'any' && { kind }),
        ...(kind === 'demand' && { demand: { resource_id: demand_of, metric } }),
      })
      toasts.show({ title: 'On record', body: 'It counts from the hour in which your bill shows it.' })
      await client.invalidateQueries({ queryKey: api.savings.key() })
      onDone()
    },
    explain: (error) => ({ sentence: sentenceOf(error) }),
  })
  return (
    <form {...form.form} className="space-y-4">
      <FormFailure sentence={form.failure} />
      <Input label="What was done" {...form.field('title')} />
      <Input label="Resource id, as it stands in the bill" className="font-mono" {...form.field('resource_id')} />
      <Select<Kind> label="Kind" value={kind} options={[...kinds]} onChange={setKind} />
      {kind === 'demand' && (
        <>
          <Input
            label="Set against the demand of this resource"
            hint="Such as the load balancer before it; its metric must be imported, by the hour."
            className="font-mono"
            {...form.field('demand_of')}
          />
          <Input label="Metric" placeholder="requests" {...form.field('metric')} />
        </>
      )}
      <Input label="Done on (UTC)" type="date" {...form.field('day')} />
      <Input
        label="What shows it (a ticket, a change number)"
        hint="Its hash becomes part of the action."
        {...form.field('evidence')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button tone="primary" type="submit" busy={form.busy}>
          Record
        </Button>
      </div>
    </form>
  )
}
