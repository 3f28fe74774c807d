import { Button } from '@kept/ui/controls/Button.tsx'
import { EmailInput } from '@kept/ui/controls/EmailInput.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQuery } from '@tanstack/react-query'
import { AuthPage } from '../../account/AuthPage.tsx'
import { emailSentences } from '../../account/email.ts'
import { NewPassword } from '../../account/NewPassword.tsx'
import { mistakeInPassword } from '../../account/password-advice.ts'
import { explainFor } from '../../account/refusal.ts'
import { useCompleteSignIn } from '../../account/useCompleteSignIn.ts'
import { useOneTimeToken } from '../../account/useOneTimeToken.ts'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** The operator of a fresh installation, with the one-time link of its log. */
export function SetupScreen() {
  const token = useOneTimeToken()
  const state = useQuery(api.auth.setupState.queryOptions({ input: {} }))
  return (
    <AuthPage
      title="Get started"
      description={
        state.data?.waiting && 'You will be the operator of this installation and the admin of its first organization.'
      }
      foot={<TextLink to="/auth/login">Go to sign-in</TextLink>}
    >
      <Loaded query={state} failed="Setup status could not be loaded.">
        {({ waiting }) => {
          if (!waiting) return <p className="text-body">This installation is already set up. Sign in.</p>
          if (token === '') return <p className="text-body">Open the full one-time link from the server log.</p>
          return <SetupForm token={token} />
        }}
      </Loaded>
    </AuthPage>
  )
}

function SetupForm({ token }: { token: string }) {
  const arrived = useCompleteSignIn()
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['organization_name', 'full_name', 'email', 'password'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ setupInput }) => setupInput),
      input: (values) => ({ token, ...values }),
      missing: {
        ...emailSentences.missing,
        organization_name: 'Enter an organization name.',
        full_name: 'Enter your name.',
      },
      invalid: emailSentences.invalid,
      rules: ({ password }) => mistakeInPassword(password),
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
      <Input {...field('organization_name')} label="Organization" autoComplete="organization" />
      <Input {...field('full_name')} label="Your name" autoComplete="name" />
      <EmailInput {...field('email')} autoComplete="username" />
      <NewPassword {...field('password')} />
      <Button type="submit" tone="primary" isBusy={isBusy} className="w-full">
        Create organization and account
      </Button>
    </form>
  )
}
