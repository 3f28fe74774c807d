import type { IncidentAction } from '@kept/contract/routes/security-incidents.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { OwnerSelect } from '../OwnerSelect.tsx'
import { useChanges } from './useChanges.ts'

interface ActionFormProps {
  organization: string
  incident: string
  /** Undefined: a new one. */
  action?: IncidentAction
  onDone(): void
}

const fieldsOf = ({ title, owner_id, due_on, version }: IncidentAction) => ({
  fields: { title, owner_id, due_on },
  version,
})

const emptyAction = { fields: { title: '', owner_id: null, due_on: null }, version: '' }

/** What is to be done after an incident, by whom and until when. */
export default function ActionForm({ organization, incident, action: current, onDone }: ActionFormProps) {
  const client = useQueryClient()
  // As it was opened: others may change it while someone types.
  const [action] = useState(current)
  const [owner, setOwner] = useState(action?.owner_id ?? '')
  const toAction = ({ title, due_on }: { title: string; due_on: string }) => ({
    title,
    owner_id: owner === '' ? null : owner,
    due_on: due_on === '' ? null : due_on,
  })
  const target = { organization, id: incident }
  const save = useChanges<ReturnType<typeof toAction>>(action ? fieldsOf(action) : emptyAction, {
    send: (change, version) =>
      api.securityIncidents.updateAction.call({ ...target, action_id: action?.id ?? '', ...change, version }),
    async read() {
      await client.invalidateQueries({ queryKey: api.securityIncidents.key() })
      const { data } = await client.fetchQuery(api.securityIncidents.get.queryOptions({ input: target }))
      const stored = data.actions.find(({ id }) => id === action?.id)
      return stored && fieldsOf(stored)
    },
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['title', 'due_on'],
      schema: () =>
        import('@kept/domain/security-incident.ts').then(
          ({ incidentActionFieldsSchema }) => incidentActionFieldsSchema,
        ),
      input: toAction,
      missing: { title: 'Write what is to be done.' },
    }),
    async send(values) {
      const fields = toAction(values)
      await (action ? save(fields) : api.securityIncidents.addAction.call({ ...target, ...fields }))
      await client.invalidateQueries({ queryKey: api.securityIncidents.key() })
      onDone()
    },
    explain: explainFor({}),
  })
  return (
    <form {...form} className="my-3 space-y-3 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Input {...field('title')} label="What is to be done" defaultValue={action?.title} />
      <div className="grid gap-3 sm:grid-cols-2">
        <OwnerSelect organization={organization} value={owner} name={action?.owner_name ?? ''} onChange={setOwner} />
        <Input {...field('due_on')} label="Due" type="date" defaultValue={action?.due_on ?? ''} />
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="small" tone="primary" isBusy={isBusy}>
          {action ? 'Save action' : 'Add action'}
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
