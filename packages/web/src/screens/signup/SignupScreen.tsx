import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { CheckMail } from '../../account/CheckMail.tsx'
import { mistakeInEmail } from '../../account/email.ts'
import { invitationIn } from '../../account/invitation-in.ts'
import { NewPassword } from '../../account/NewPassword.tsx'
import { mistakeInPassword } from '../../account/password-advice.ts'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { csrf } from '../../api/door.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { useSearchState } from '../../url/useSearchState.ts'

/** An account of one's own: name, address, password; the address is confirmed by a link. */
export function Draw() {
  const [search] = useSearchState()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) {
    return (
      <AuthPage title="Look into your mail" foot={<TextLink to="/auth/login">Back to the sign-in</TextLink>}>
        <CheckMail
          email={sentTo}
          words={
            invitationIn(search.next)
              ? 'We have sent a link that confirms your address; it takes you into the organisation that invited you.'
              : 'We have sent a link that confirms your address and signs you in.'
          }
          again={() => api.auth.resendVerification.call({ email: sentTo })}
        />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Create an account"
      words="Free until something is saved, and then a quarter of what was."
      foot={
        <>
          Have one already?{' '}
          <TextLink to="/auth/login" search={search.next ? { next: search.next } : {}}>
            Sign in
          </TextLink>
        </>
      }
    >
      <SignupForm email={search.email ?? ''} invitation={invitationIn(search.next)} onSent={setSentTo} />
    </AuthPage>
  )
}

interface SignupFormProps {
  email: string
  /** The token of the invitation somebody comes with: they join its organisation instead of getting one. */
  invitation: string | undefined
  onSent(email: string): void
}

function SignupForm({ email: known, invitation, onSent }: SignupFormProps) {
  const { form, field, failure, busy } = useForm({
    fields: ['full_name', 'email', 'password'],
    check: ({ full_name, email, password }) => ({
      ...(full_name.trim() === '' && { full_name: 'Type the name others should see.' }),
      ...mistakeInEmail(email),
      ...mistakeInPassword(password),
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
      <Input {...field('full_name')} label="Your name" autoComplete="name" maxLength={200} />
      <Input
        {...field('email')}
        label="E-mail"
        type="email"
        defaultValue={known}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPassword {...field('password')} />
      <Button type="submit" tone="primary" busy={busy} className="w-full">
        Create the account
      </Button>
    </form>
  )
}
