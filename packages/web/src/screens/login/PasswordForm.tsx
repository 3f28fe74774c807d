import { errorText } from '@kept/client/error-text.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmailInput } from '@kept/ui/controls/EmailInput.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { emailSentences } from '../../account/email.ts'
import { describeLoginFailure } from '../../account/refusal.ts'
import { useCompleteSignIn } from '../../account/useCompleteSignIn.ts'
import { api } from '../../api/client.ts'
import { csrf } from '../../api/http-client.ts'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** Email and password. */
export function PasswordForm() {
  const arrived = useCompleteSignIn()
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['email', 'password'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ loginInput }) => loginInput),
      input: (values) => values,
      missing: { ...emailSentences.missing, password: 'Enter your password.' },
      invalid: emailSentences.invalid,
    }),
    async send({ email, password }) {
      const answer = await api.auth.login.call({ email, password, csrfToken: await csrf.token() })
      if (!answer.success) throw new Error(errorText.loginFailed)
      await arrived(answer)
    },
    explain: (error) => ({ sentence: describeLoginFailure(error) || errorText.loginFailed }),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <EmailInput {...field('email')} autoComplete="username webauthn" />
      <div>
        <PasswordInput {...field('password')} label="Password" autoComplete="current-password" />
        <p className="mt-2 text-small">
          <TextLink to="/auth/forgot-password">Forgot your password?</TextLink>
        </p>
      </div>
      <Button type="submit" tone="primary" isBusy={isBusy} className="w-full">
        Sign in
      </Button>
    </form>
  )
}
