import { Button } from '@kept/ui/controls/Button.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useNavigate } from '@tanstack/react-router'
import { AuthPage } from '../../account/AuthPage.tsx'
import { NewPassword } from '../../account/NewPassword.tsx'
import { mistakeInPassword } from '../../account/password-advice.ts'
import { explainFor } from '../../account/refusal.ts'
import { useOneTimeToken } from '../../account/useOneTimeToken.ts'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** Chooses a new password with the link of the mail. */
export function Draw() {
  const navigate = useNavigate()
  const token = useOneTimeToken()
  const { form, field, failure, busy } = useForm({
    fields: ['password'],
    check: ({ password }) => mistakeInPassword(password),
    async send({ password }) {
      await api.auth.resetPassword.call({ token, password })
      await navigate({ to: '/auth/login', search: { reset: 'done' }, replace: true })
    },
    explain: explainFor({ password: 'password' }),
  })
  const again = <TextLink to="/auth/forgot-password">Ask for a new link</TextLink>
  if (token === '') {
    return (
      <AuthPage title="This link is not complete" foot={again}>
        <p className="text-body text-soft">Open it from the mail once more, or ask for another one.</p>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Choose a new password"
      words="Everywhere you are signed in ends; you sign in again with the new one."
      foot={again}
    >
      <form {...form} className="space-y-4">
        <FormFailure sentence={failure} />
        <NewPassword {...field('password')} label="New password" />
        <Button type="submit" tone="primary" busy={busy} className="w-full">
          Change the password
        </Button>
      </form>
    </AuthPage>
  )
}
