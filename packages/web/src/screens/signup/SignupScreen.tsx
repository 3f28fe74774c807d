import { Button } from '@kept/ui/controls/Button.tsx'
import { EmailInput } from '@kept/ui/controls/EmailInput.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { CheckMail } from '../../account/CheckMail.tsx'
import { emailSentences } from '../../account/email.ts'
import { invitationToken } from '../../account/invitation-token.ts'
import { NewPassword } from '../../account/NewPassword.tsx'
import { mistakeInPassword } from '../../account/password-advice.ts'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { csrf } from '../../api/http-client.ts'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { useSearchState } from '../../url/useSearchState.ts'

/** An account of one's own: name, address, password; the address is confirmed by a link. */
export function SignupScreen() {
  const [search] = useSearchState()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) {
    return (
      <AuthPage title="Check your email" foot={<TextLink to="/auth/login">Back to sign-in</TextLink>}>
        <CheckMail
          email={sentTo}
          message={
            invitationToken(search.next)
              ? 'We sent a link to verify your email and join the organization.'
              : 'We sent a link to verify your email and sign you in.'
          }
          resend={() => api.auth.resendVerification.call({ email: sentTo })}
        />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Create account"
      description="Free until you save. Then 25% of verified savings."
      foot={
        <>
          Have one already?{' '}
          <TextLink to="/auth/login" search={search.next ? { next: search.next } : {}}>
            Sign in
          </TextLink>
        </>
      }
    >
      <SignupForm email={search.email ?? ''} invitation={invitationToken(search.next)} onSent={setSentTo} />
    </AuthPage>
  )
}

interface SignupFormProps {
  email: string
  /** The token of an invitation: its user joins that organization instead of creating one. */
  invitation: string | undefined
  onSent(email: string): void
}

function SignupForm({ email: invitedEmail, invitation, onSent }: SignupFormProps) {
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['full_name', 'email', 'password'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ signUpInput }) => signUpInput),
      input: (values) => values,
      missing: { ...emailSentences.missing, full_name: 'Enter your name.' },
      invalid: emailSentences.invalid,
      rules: ({ password }) => mistakeInPassword(password),
    }),
    async send({ full_name, email, password }) {
      await api.auth.signUp.call({ full_name, email, password, invitation, csrfToken: await csrf.token() })
      onSent(email.trim())
    },
    explain: explainFor({ full_name: 'full_name', email: 'email', password: 'password' }),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <Input {...field('full_name')} label="Your name" autoComplete="name" />
      <EmailInput {...field('email')} defaultValue={invitedEmail} autoComplete="username" />
      <NewPassword {...field('password')} />
      <Button type="submit" tone="primary" isBusy={isBusy} className="w-full">
        Create account
      </Button>
    </form>
  )
}
