import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { Section } from '../../../shell/Page.tsx'
import { GuideLink } from '../GuideLink.tsx'
import { guideOf } from '../guides.ts'
import { clouds } from './cloud-kinds.ts'

interface ConnectCloudProps {
  kind: CloudKind
  onCancel(): void
  /** The connection exists; its page shows the next steps. */
  onCreated(id: string): void
}

type Field = 'name' | 'regions'

/** The first step: a name. The page of the connection shows how to grant access, and asks for the credentials. */
export default function ConnectCloud({ kind, onCancel, onCreated }: ConnectCloudProps) {
  const client = useQueryClient()
  const { label, adds, namePlaceholder } = clouds[kind]
  const { form, field, failure, isBusy } = useForm<Field>({
    ...checkBy({
      fields: kind === 'aws' ? (['name', 'regions'] as const) : (['name'] as const),
      schema: () => import('@kept/domain/connection.ts').then(({ newConnectionSchema }) => newConnectionSchema),
      input: (values) => inputOf(kind, values),
      missing: { name: 'Enter the name.' },
    }),
    async send(values) {
      const { data } = await api.connections.create.call(inputOf(kind, values))
      await client.invalidateQueries({ queryKey: api.sync.key() })
      onCreated(data.id)
    },
    explain: explainFor<Field>({ name: 'name', regions: 'regions' }),
  })
  return (
    <Section
      title={`Connect ${label}`}
      className="mt-6"
      description={adds}
      actions={<GuideLink path={guideOf(kind)} about={label} />}
    >
      <form {...form} className="max-w-md space-y-4">
        <FormFailure sentence={failure} />
        <Input {...field('name')} label="Name" placeholder={namePlaceholder} autoComplete="off" />
        {kind === 'aws' && (
          <Input
            {...field('regions')}
            label="Regions"
            hint="Leave empty to read all regions that are enabled."
            placeholder="us-east-1, eu-west-1"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <div className="flex gap-2">
          <Button type="submit" tone="primary" isBusy={isBusy}>
            Continue
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </Section>
  )
}

function inputOf(kind: CloudKind, { name, regions }: Record<Field, string>) {
  return kind === 'aws' ? { kind, name: name.trim(), regions: regionsIn(regions) } : { kind, name: name.trim() }
}

function regionsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
