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
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** Chooses a new password with the link of the mail. */
export function ResetPasswordScreen() {
  const navigate = useNavigate()
  const token = useOneTimeToken()
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['password'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ resetPasswordInput }) => resetPasswordInput),
      input: ({ password }) => ({ token, password }),
      rules: ({ password }) => mistakeInPassword(password),
    }),
    async send({ password }) {
      await api.auth.resetPassword.call({ token, password })
      await navigate({ to: '/auth/login', search: { reset: 'done' }, replace: true })
    },
    explain: explainFor({ password: 'password' }),
  })
  const retryLink = <TextLink to="/auth/forgot-password">Request a new link</TextLink>
  if (token === '') {
    return (
      <AuthPage title="This link is incomplete" foot={retryLink}>
        <p className="text-body text-soft">Open it from the email again, or request a new one.</p>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Choose a new password"
      description="You'll be signed out everywhere and sign in with the new password."
      foot={retryLink}
    >
      <form {...form} className="space-y-4">
        <FormFailure sentence={failure} />
        <NewPassword {...field('password')} label="New password" />
        <Button type="submit" tone="primary" isBusy={isBusy} className="w-full">
          Change password
        </Button>
      </form>
    </AuthPage>
  )
}
