import type { SignedInUser } from '@kept/contract/routes/auth-shapes.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { explainFor } from '../../account/refusal.ts'
import { useUpdateProfile } from '../../account/useProfile.ts'

/** Name and picture: what a person decides about themselves. */
export function ProfileForm({ person }: { person: SignedInUser }) {
  const update = useUpdateProfile({ quiet: true })
  const { form, field, failure, busy } = useForm({
    fields: ['full_name', 'avatar_url'],
    check: ({ full_name, avatar_url }) => ({
      ...(full_name.trim() === '' && { full_name: 'Type the name others should see.' }),
      ...(avatar_url.trim() !== '' &&
        !/^https:\/\/\S+$/.test(avatar_url.trim()) && { avatar_url: 'It must begin with https://.' }),
    }),
    async send({ full_name, avatar_url }) {
      await update.mutateAsync({ full_name, avatar_url: avatar_url.trim() || null })
      toasts.show({ title: 'Profile saved' })
    },
    explain: explainFor({ full_name: 'full_name', avatar_url: 'avatar_url' }),
  })
  return (
    <form {...form} className="max-w-md space-y-4">
      <FormFailure sentence={failure} />
      <Input
        {...field('full_name')}
        label="Your name"
        defaultValue={person.full_name}
        autoComplete="name"
        maxLength={200}
      />
      <Input
        {...field('avatar_url')}
        label="Address of a picture"
        hint="Optional. Kept for those who read you through the API; the dashboard shows your initials."
        defaultValue={person.avatar_url ?? ''}
        type="url"
        autoComplete="photo"
        spellCheck={false}
      />
      <Button type="submit" tone="primary" busy={busy}>
        Save
      </Button>
    </form>
  )
}
