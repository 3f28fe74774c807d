import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { api } from '../api/client.ts'
import { checkBy } from '../form/check-by.ts'
import { explainFor } from './refusal.ts'
import { actFor } from './switch-organization.ts'

/** Creates an organization with the signed-in user as its first admin. */
export function CreateOrganization() {
  const {
    form,
    field,
    failure,
    busy: isBusy,
  } = useForm({
    ...checkBy({
      fields: ['name'],
      schema: () =>
        import('@kept/contract/inputs/organizations.ts').then(({ createOrganizationInput }) => createOrganizationInput),
      input: (values) => values,
      missing: { name: 'Enter a name.' },
    }),
    async send({ name }) {
      const { data } = await api.organizations.create.call({ name })
      await actFor(data.id, '/onboarding')
    },
    explain: explainFor({ name: 'name' }),
  })
  return (
    <form {...form} className="mt-3 space-y-3">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Organization name" autoComplete="organization" className="max-w-sm" />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Create organization
      </Button>
    </form>
  )
}
