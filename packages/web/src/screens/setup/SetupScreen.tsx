import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQuery } from '@tanstack/react-query'
import { AuthPage } from '../../account/AuthPage.tsx'
import { mistakeInEmail } from '../../account/email.ts'
import { NewPassword } from '../../account/NewPassword.tsx'
import { mistakeInPassword } from '../../account/password-advice.ts'
import { explainFor } from '../../account/refusal.ts'
import { useArrival } from '../../account/useArrival.ts'
import { useOneTimeToken } from '../../account/useOneTimeToken.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

/** The operator of a fresh installation, with the one-time link of its log. */
export function Draw() {
  const token = useOneTimeToken()
  const state = useQuery(api.auth.setupState.queryOptions({ input: {} }))
  return (
    <AuthPage
      title="Begin with Kept"
      words={
        state.data?.waiting && 'You will be the operator of this installation and the admin of its first organization.'
      }
      foot={<TextLink to="/auth/login">Go to the sign-in</TextLink>}
    >
      <Loaded query={state} failed="The state of this Kept could not be loaded.">
        {({ waiting }) => {
          if (!waiting) return <p className="text-body">This installation has an operator already. Please sign in.</p>
          if (token === '') return <p className="text-body">Open the whole one-time link from the log of the server.</p>
          return <SetupForm token={token} />
        }}
      </Loaded>
    </AuthPage>
  )
}

function SetupForm({ token }: { token: string }) {
  const arrived = useArrival()
  const { form, field, failure, busy } = useForm({
    fields: ['organization_name', 'full_name', 'email', 'password'],
    check: ({ organization_name, full_name, email, password }) => ({
      ...(organization_name.trim() === '' && { organization_name: 'Give the organisation a name.' }),
      ...(full_name.trim() === '' && { full_name: 'Type the name others should see.' }),
      ...mistakeInEmail(email),
      ...mistakeInPassword(password),
    }),
    async send(values) {
      await arrived(await api.auth.setup.call({ token, ...values }))
    },
    explain: explainFor({
      organization_name: 'organization_name',
      full_name: 'full_name',
      email: 'email',
      password: 'password',
    }),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <Input {...field('organization_name')} label="Organisation" autoComplete="organization" maxLength={100} />
      <Input {...field('full_name')} label="Your name" autoComplete="name" maxLength={200} />
      <Input
        {...field('email')}
        label="E-mail"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPassword {...field('password')} />
      <Button type="submit" tone="primary" busy={busy} className="w-full">
        Create organisation and account
      </Button>
    </form>
  )
}
