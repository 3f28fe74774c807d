import { ApiError, sentenceOf } from '@kept/client/errors.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Spinner } from '@kept/ui/controls/Spinner.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useEffect, useRef, useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { describeLoginFailure } from '../../account/refusal.ts'
import { useCompleteSignIn } from '../../account/useCompleteSignIn.ts'
import { useOneTimeToken } from '../../account/useOneTimeToken.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

type Step = { is: 'checking' } | { is: 'password' } | { is: 'refused'; sentence: string }

/** The link of the verification mail: it confirms the address and signs in. */
export function VerifyEmailScreen() {
  const token = useOneTimeToken()
  const arrived = useCompleteSignIn()
  const [step, setStep] = useState<Step>({ is: 'checking' })
  const hasRequested = useRef(false)
  useEffect(() => {
    // Once, also where React draws twice: the link works a single time.
    if (hasRequested.current) return
    hasRequested.current = true
    if (token === '')
      return setStep({ is: 'refused', sentence: 'The link is incomplete. Open it from the email again.' })
    api.auth.verifyEmail.call({ token }).then(arrived, (error: unknown) => {
      setStep(wantsPassword(error) ? { is: 'password' } : { is: 'refused', sentence: sentenceOf(error) })
    })
  }, [token, arrived])

  if (step.is === 'password') return <WithPassword token={token} />
  return (
    <AuthPage
      title="Verify your email"
      foot={step.is === 'refused' && <TextLink to="/auth/login">Go to sign-in</TextLink>}
    >
      {step.is === 'refused' ? (
        <div role="alert" className="space-y-2">
          <p className="text-body">{step.sentence}</p>
          <p className="text-small text-soft">
            If your email is already verified, sign in. Otherwise sign up again to get a new link.
          </p>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-2 text-body text-soft">
          <Spinner /> Verifying your email...
        </p>
      )}
    </AuthPage>
  )
}

/** Opened in another browser than the one that signed up: the link alone is not enough, so it asks for the password. */
function WithPassword({ token }: { token: string }) {
  const arrived = useCompleteSignIn()
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['password'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ verifyEmailInput }) => verifyEmailInput),
      input: ({ password }) => ({ token, password }),
      missing: { password: 'Enter your password.' },
    }),
    async send({ password }) {
      await arrived(await api.auth.verifyEmail.call({ token, password }))
    },
    explain: (error) => ({ sentence: describeLoginFailure(error) }),
  })
  return (
    <AuthPage
      title="Verify your email"
      description="You signed up in another browser. Enter your password to continue."
    >
      <form {...form} className="space-y-4">
        <FormFailure sentence={failure} />
        <PasswordInput {...field('password')} label="Password" autoComplete="current-password" />
        <Button type="submit" tone="primary" isBusy={isBusy} className="w-full">
          Verify and sign in
        </Button>
      </form>
    </AuthPage>
  )
}

function wantsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && fieldOf(error.details, 'password_required') === true
}
