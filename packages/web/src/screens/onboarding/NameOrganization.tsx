import type { Me } from '@kept/contract/routes/session.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useOrganizationNameForm } from '../../account/useOrganizationNameForm.ts'
import { api } from '../../api/client.ts'

/** What the organization is called. */
export function NameOrganization({ me, onDone }: { me: Me; onDone(): Promise<void> }) {
  const client = useQueryClient()
  const { form, field, failure, isBusy } = useOrganizationNameForm(async (name) => {
    if (name.trim() !== me.organization.name) {
      await api.organizations.update.call({ id: me.organization.id, name })
      await client.invalidateQueries({ queryKey: api.session.key() })
    }
    await onDone()
  })
  return (
    <form {...form} className="max-w-sm space-y-3">
      <FormFailure sentence={failure} />
      <Input
        {...field('name')}
        label="Name"
        hint="Shown to your team and on invoices."
        defaultValue={me.organization.name}
        autoComplete="organization"
      />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Continue
      </Button>
    </form>
  )
}
