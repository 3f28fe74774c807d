import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { Section } from '../../../shell/Page.tsx'

interface ConnectAwsProps {
  onCancel(): void
  /** The connection exists, and has its external ID. */
  onCreated(id: string): void
}

type Field = 'name' | 'regions'

/** The first step: a name. Kept makes the external ID, which the next step fills into the role. */
export default function ConnectAws({ onCancel, onCreated }: ConnectAwsProps) {
  const client = useQueryClient()
  const { form, field, failure, busy } = useForm<Field>({
    ...checkBy({
      fields: ['name', 'regions'],
      schema: () => import('@kept/domain/connection.ts').then(({ newConnectionSchema }) => newConnectionSchema),
      input: ({ name, regions }) => ({ kind: 'aws', name, regions: regionsIn(regions) }),
      missing: { name: 'Enter the name.' },
    }),
    async send(values) {
      const regions = regionsIn(values.regions)
      const { data } = await api.connections.create.call({ kind: 'aws', name: values.name.trim(), regions })
      await client.invalidateQueries({ queryKey: api.sync.key() })
      onCreated(data.id)
    },
    explain: explainFor<Field>({ name: 'name', regions: 'regions' }),
  })
  return (
    <Section title="Connect AWS" className="mt-6">
      <form {...form} className="max-w-md space-y-4">
        <FormFailure sentence={failure} />
        <Input {...field('name')} label="Name" placeholder="AWS, Northwind organization" autoComplete="off" />
        <Input
          {...field('regions')}
          label="Regions"
          hint="Leave empty to read all regions that are enabled."
          placeholder="us-east-1, eu-west-1"
          autoComplete="off"
          spellCheck={false}
        />
        <div className="flex gap-2">
          <Button type="submit" tone="primary" isBusy={busy}>
            Continue
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </Section>
  )
}

function regionsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
