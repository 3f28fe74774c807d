import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { describeLoginFailure } from '../../account/refusal.ts'
import { useCompleteSignIn } from '../../account/useCompleteSignIn.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** The second step of a sign-in: what the authenticator shows, or one of the recovery codes. */
export function TwoFactorScreen() {
  const [recovery, setRecovery] = useState(false)
  return (
    <AuthPage
      title="Two-factor authentication"
      description={recovery ? 'Enter a recovery code. Each works once.' : 'Enter the code from your authenticator app.'}
      foot={<TextLink to="/auth/login">Use another account</TextLink>}
    >
      <CodeForm key={String(recovery)} recovery={recovery} />
      <p className="mt-4">
        <Button tone="quiet" size="small" className="-ml-2.5" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      </p>
    </AuthPage>
  )
}

function CodeForm({ recovery }: { recovery: boolean }) {
  const arrived = useCompleteSignIn()
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['code'],
      // A recovery code has a form of its own, which the server knows.
      schema: () =>
        import('@kept/contract/inputs/auth.ts').then(({ confirmTotpInput, secondFactorInput }) =>
          recovery ? secondFactorInput : confirmTotpInput,
        ),
      input: ({ code }) => ({ code: code.replaceAll(/\s/g, '') }),
      invalid: { code: recovery ? 'Enter a recovery code.' : 'Enter the six-digit code.' },
    }),
    async send({ code }) {
      await arrived(await api.auth.secondFactor.call({ code: code.replaceAll(/\s/g, '') }))
    },
    explain: (error) => ({ sentence: describeLoginFailure(error) }),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <Input
        {...field('code')}
        label={recovery ? 'Recovery code' : 'Code'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        className="font-mono tracking-wider"
      />
      <Button type="submit" tone="primary" isBusy={isBusy} className="w-full">
        Continue
      </Button>
    </form>
  )
}
