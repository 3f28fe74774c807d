import { Button } from '@kept/ui/controls/Button.tsx'
import { EmailInput } from '@kept/ui/controls/EmailInput.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { CheckMail } from '../../account/CheckMail.tsx'
import { emailSentences } from '../../account/email.ts'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** Asks for a link to choose a new password. */
export function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['email'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ emailInput }) => emailInput),
      input: (values) => values,
      ...emailSentences,
    }),
    async send({ email }) {
      await api.auth.forgotPassword.call({ email })
      setSentTo(email.trim())
    },
    explain: explainFor({ email: 'email' }),
  })
  const backLink = <TextLink to="/auth/login">Back to sign-in</TextLink>
  if (sentTo !== null) {
    return (
      <AuthPage title="Check your email" foot={backLink}>
        <CheckMail
          email={sentTo}
          message="We sent a link to reset your password. It works once."
          resend={() => api.auth.forgotPassword.call({ email: sentTo })}
        />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Forgot your password?"
      description="Enter your email address and we'll send you a reset link."
      foot={backLink}
    >
      <form {...form} className="space-y-4">
        <FormFailure sentence={failure} />
        <EmailInput {...field('email')} autoComplete="username" />
        <Button type="submit" tone="primary" isBusy={isBusy} className="w-full">
          Send reset link
        </Button>
      </form>
    </AuthPage>
  )
}
