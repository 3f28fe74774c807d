import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { CheckMail } from '../../account/CheckMail.tsx'
import { mistakeInEmail } from '../../account/email.ts'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** Asks for a link to choose a new password. */
export function Draw() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, field, failure, busy } = useForm({
    fields: ['email'],
    check: ({ email }) => mistakeInEmail(email),
    async send({ email }) {
      await api.auth.forgotPassword.call({ email })
      setSentTo(email.trim())
    },
    explain: explainFor({ email: 'email' }),
  })
  const back = <TextLink to="/auth/login">Back to the sign-in</TextLink>
  if (sentTo !== null) {
    return (
      <AuthPage title="Look into your mail" foot={back}>
        <CheckMail
          email={sentTo}
          words="We have sent a link to choose a new password; it works once."
          again={() => api.auth.forgotPassword.call({ email: sentTo })}
        />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Forgotten your password?"
      words="Type your address, and we send a link to choose a new one."
      foot={back}
    >
      <form {...form} className="space-y-4">
        <FormFailure sentence={failure} />
        <Input
          {...field('email')}
          label="E-mail"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" tone="primary" busy={busy} className="w-full">
          Send the link
        </Button>
      </form>
    </AuthPage>
  )
}
