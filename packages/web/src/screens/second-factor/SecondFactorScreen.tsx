import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { sayLoginFailure } from '../../account/refusal.ts'
import { useArrival } from '../../account/useArrival.ts'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** The second step of a sign-in: what the authenticator shows, or one of the recovery codes. */
export function Draw() {
  const [recovery, setRecovery] = useState(false)
  return (
    <AuthPage
      title="One more step"
      words={
        recovery
          ? 'Type one of the recovery codes you kept. Each works once.'
          : 'Type the six digits your authenticator shows now.'
      }
      foot={<TextLink to="/auth/login">Sign in as somebody else</TextLink>}
    >
      <CodeForm key={String(recovery)} recovery={recovery} />
      <p className="mt-4">
        <Button tone="quiet" size="small" className="-ml-2.5" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Use the authenticator instead' : 'Use a recovery code instead'}
        </Button>
      </p>
    </AuthPage>
  )
}

function CodeForm({ recovery }: { recovery: boolean }) {
  const arrived = useArrival()
  const { form, field, failure, busy } = useForm({
    fields: ['code'],
    check({ code }): { code?: string } {
      if (recovery) return code.trim() === '' ? { code: 'Type a recovery code.' } : {}
      return /^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? {} : { code: 'The code has six digits.' }
    },
    async send({ code }) {
      await arrived(await api.auth.secondFactor.call({ code: code.replaceAll(/\s/g, '') }))
    },
    explain: (error) => ({ sentence: sayLoginFailure(error) }),
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
      <Button type="submit" tone="primary" busy={busy} className="w-full">
        Go on
      </Button>
    </form>
  )
}
