import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { api } from '../api/client.ts'
import { actFor } from './switch-organization.ts'
import { useOrganizationNameForm } from './useOrganizationNameForm.ts'

/** Creates an organization with the signed-in user as its first admin. */
export function CreateOrganization() {
  const { form, field, failure, isBusy } = useOrganizationNameForm(async (name) => {
    const { data } = await api.organizations.create.call({ name })
    await actFor(data.id, '/onboarding')
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
