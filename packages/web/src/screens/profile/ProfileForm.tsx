import type { SignedInUser } from '@kept/contract/routes/auth-shapes.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { explainFor } from '../../account/refusal.ts'
import { useUpdateProfile } from '../../account/useProfile.ts'
import { checkBy } from '../../form/check-by.ts'

/** The name that others see. */
export function ProfileForm({ person }: { person: SignedInUser }) {
  const update = useUpdateProfile({ quiet: true })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['full_name'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ updateProfileInput }) => updateProfileInput),
      input: (values) => values,
      missing: { full_name: 'Enter your name.' },
    }),
    async send({ full_name }) {
      await update.mutateAsync({ full_name })
      toasts.show({ title: 'Profile saved' })
    },
    explain: explainFor({ full_name: 'full_name' }),
  })
  return (
    <form {...form} className="max-w-md space-y-4">
      <FormFailure sentence={failure} />
      <Input {...field('full_name')} label="Your name" defaultValue={person.full_name} autoComplete="name" />
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}
