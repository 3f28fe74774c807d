import { ApiError, sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Spinner } from '@kept/ui/controls/Spinner.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useEffect, useRef, useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { sayLoginFailure } from '../../account/refusal.ts'
import { useArrival } from '../../account/useArrival.ts'
import { useOneTimeToken } from '../../account/useOneTimeToken.ts'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'

type Step = { is: 'checking' } | { is: 'password' } | { is: 'refused'; sentence: string }

/** The link of the verification mail: it confirms the address and signs in. */
export function Draw() {
  const token = useOneTimeToken()
  const arrived = useArrival()
  const [step, setStep] = useState<Step>({ is: 'checking' })
  const asked = useRef(false)
  useEffect(() => {
    // Once, also where React draws twice: the link works a single time.
    if (asked.current) return
    asked.current = true
    if (token === '') return setStep({ is: 'refused', sentence: 'This link is not complete; open it from the mail.' })
    api.auth.verifyEmail.call({ token }).then(arrived, (error: unknown) => {
      setStep(wantsPassword(error) ? { is: 'password' } : { is: 'refused', sentence: sentenceOf(error) })
    })
  }, [token, arrived])

  if (step.is === 'password') return <WithPassword token={token} />
  return (
    <AuthPage
      title="Confirm your address"
      foot={step.is === 'refused' && <TextLink to="/auth/login">Go to the sign-in</TextLink>}
    >
      {step.is === 'refused' ? (
        <div role="alert" className="space-y-2">
          <p className="text-body">{step.sentence}</p>
          <p className="text-small text-soft">
            Was the address confirmed before? Then simply sign in. Otherwise sign up once more, and a new link is sent.
          </p>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-2 text-body text-soft">
          <Spinner /> Confirming the address ...
        </p>
      )}
    </AuthPage>
  )
}

/** Opened in another browser than the one that signed up: whoever holds the mail must know the password too. */
function WithPassword({ token }: { token: string }) {
  const arrived = useArrival()
  const { form, field, failure, busy } = useForm({
    fields: ['password'],
    check: ({ password }): { password?: string } => (password === '' ? { password: 'Type your password.' } : {}),
    async send({ password }) {
      await arrived(await api.auth.verifyEmail.call({ token, password }))
    },
    explain: (error) => ({ sentence: sayLoginFailure(error) }),
  })
  return (
    <AuthPage
      title="Confirm your address"
      words="This is not the browser you signed up with, so please give the password you chose."
    >
      <form {...form} className="space-y-4">
        <FormFailure sentence={failure} />
        <PasswordInput {...field('password')} label="Password" autoComplete="current-password" />
        <Button type="submit" tone="primary" busy={busy} className="w-full">
          Confirm and sign in
        </Button>
      </form>
    </AuthPage>
  )
}

function wantsPassword(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 401 &&
    (error.details as { password_required?: unknown } | undefined)?.password_required === true
  )
}
