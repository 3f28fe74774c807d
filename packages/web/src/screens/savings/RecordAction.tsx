import { sentenceOf } from '@kept/client/errors.ts'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select, type SelectOption } from '@kept/ui/controls/Select.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm, type Values } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'

interface RecordActionProps {
  open: boolean
  onOpenChange(open: boolean): void
}

const kinds = [
  { value: 'any', label: 'Detect from the bill', description: 'Terminated, resized, or scheduled' },
  { value: 'terminate', label: 'Terminated', description: 'It no longer runs' },
  { value: 'rightsize', label: 'Resized', description: 'It runs on a cheaper size' },
  { value: 'schedule', label: 'Schedule', description: 'Off at the same hours every week' },
  {
    value: 'demand',
    label: 'Efficiency',
    description: 'A code fix or a cache: less usage per request',
  },
  { value: 'commitment', label: 'Commitment', description: 'A reservation or savings plan we bought' },
] as const satisfies SelectOption<string>[]
type Kind = (typeof kinds)[number]['value']

const actionFields = ['title', 'resource_id', 'day', 'evidence', 'demand_of', 'metric'] as const
type ActionField = (typeof actionFields)[number]

/** Records an action without a recommendation. The bill decides whether and from when it counts. */
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
  const toAction = ({ title, resource_id, day, evidence, demand_of, metric }: Values<ActionField>) => ({
    ...{ title, resource_id, evidence, not_before: `${day}T00:00:00Z` },
    ...(kind !== 'any' && { kind }),
    ...(kind === 'demand' && { demand: { resource_id: demand_of, metric } }),
  })
  const form = useForm({
    ...checkBy({
      fields: actionFields,
      schema: () => import('@kept/contract/inputs/savings.ts').then(({ recordActionInput }) => recordActionInput),
      input: toAction,
      names: { not_before: 'day', 'demand.resource_id': 'demand_of', 'demand.metric': 'metric' },
      missing: {
        title: 'Describe what was done.',
        resource_id: 'Enter the resource ID from your bill.',
        demand_of: 'Enter the resource whose requests are counted.',
        metric: 'Enter the metric, such as "requests".',
      },
      invalid: { day: 'Enter the day it was done.' },
    }),
    async send(values) {
      await record.mutateAsync(toAction(values))
      toasts.show({ title: 'Action recorded', body: 'It counts from the hour your bill shows the change.' })
      await client.invalidateQueries({ queryKey: api.savings.key() })
      onDone()
    },
    explain: (error) => ({ sentence: sentenceOf(error) }),
  })
  return (
    <form {...form.form} className="space-y-4">
      <FormFailure sentence={form.failure} />
      <Input label="What was done" {...form.field('title')} />
      <Input label="Resource ID from your bill" className="font-mono" {...form.field('resource_id')} />
      <Select<Kind> label="Type" value={kind} options={[...kinds]} onChange={setKind} />
      {kind === 'demand' && (
        <>
          <Input
            label="Resource that measures demand"
            hint="Such as its load balancer. Its hourly metric must be imported."
            className="font-mono"
            {...form.field('demand_of')}
          />
          <Input label="Metric" placeholder="requests" {...form.field('metric')} />
        </>
      )}
      <Input label="Done on (UTC)" type="date" {...form.field('day')} />
      <Input
        label="Evidence (ticket or change number)"
        hint="Kept stores its hash with the action."
        {...form.field('evidence')}
      />
      <FormButtons isBusy={form.isBusy} onCancel={onDone}>
        Record
      </FormButtons>
    </form>
  )
}
