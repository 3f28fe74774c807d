import type { IncidentWithTimeline } from '@kept/contract/routes/security-incidents.ts'
import { incidentSeverities } from '@kept/domain/security-incident-states.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { OwnerSelect } from '../OwnerSelect.tsx'
import { impactOfForm, resourcesOfForm } from './incident-form.ts'
import { useChanges } from './useChanges.ts'

interface IncidentFormProps {
  organization: string
  incident: IncidentWithTimeline
  onDone(): void
}

const detailsOf = ({ severity, commander_id, impact, resources, version }: IncidentWithTimeline) => ({
  fields: { severity, commander_id, impact, resources },
  version,
})

/** How severe an incident is, who leads, what it affects and what it cost. */
export default function IncidentForm({ organization, incident: current, onDone }: IncidentFormProps) {
  const client = useQueryClient()
  // As it was opened: others may change it while someone types.
  const [incident] = useState(current)
  const [severity, setSeverity] = useState(incident.severity)
  const [commander, setCommander] = useState(incident.commander_id ?? '')
  const target = { organization, id: incident.id }
  const save = useChanges(detailsOf(incident), {
    send: (change, version) => api.securityIncidents.update.call({ ...target, ...change, version }),
    async read() {
      await client.invalidateQueries({ queryKey: api.securityIncidents.key() })
      return detailsOf((await client.fetchQuery(api.securityIncidents.get.queryOptions({ input: target }))).data)
    },
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['amount', 'currency', 'resources'],
      schema: () =>
        import('@kept/domain/security-incident.ts').then(({ incidentFieldsSchema }) =>
          incidentFieldsSchema.pick({ impact: true, resources: true }),
        ),
      input: ({ amount, currency, resources }) => ({
        impact: impactOfForm(amount, currency),
        resources: resourcesOfForm(resources),
      }),
      names: { 'impact.amount': 'amount', 'impact.currency': 'currency' },
      missing: { amount: 'Enter an amount.', currency: 'Enter a currency such as USD.' },
    }),
    async send({ amount, currency, resources }) {
      await save({
        ...{ severity, commander_id: commander === '' ? null : commander },
        impact: impactOfForm(amount, currency),
        resources: resourcesOfForm(resources),
      })
      await client.invalidateQueries({ queryKey: api.securityIncidents.key() })
      onDone()
    },
    explain: explainFor({}),
  })
  return (
    <form {...form} aria-label="Details of the incident" className="my-3 space-y-3 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Select<typeof severity>
          label="Severity"
          value={severity}
          options={incidentSeverities.map((value) => ({ value, label: value }))}
          onChange={setSeverity}
        />
        <OwnerSelect
          label="Commander"
          organization={organization}
          value={commander}
          name={incident.commander_name}
          onChange={setCommander}
        />
        <Input
          {...field('amount')}
          label="Impact"
          hint="What it cost. Empty: not known."
          inputMode="decimal"
          defaultValue={incident.impact?.amount ?? ''}
        />
        <Input
          {...field('currency')}
          label="Currency"
          maxLength={3}
          defaultValue={incident.impact?.currency ?? 'USD'}
        />
      </div>
      <TextArea
        {...field('resources')}
        label="Affected resources"
        hint="One ID on each line."
        defaultValue={incident.resources.join('\n')}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" tone="primary" isBusy={isBusy}>
          Save details
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
