import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Building2, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { invitationToken } from '../../account/invitation-token.ts'
import { openExternalPage } from '../../account/open-external-page.ts'
import { canUsePasskeys, signInWithPasskey } from '../../account/passkeys.ts'
import { describeLoginFailure } from '../../account/refusal.ts'
import { useCompleteSignIn } from '../../account/useCompleteSignIn.ts'
import { api } from '../../api/client.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { GithubMark, GoogleMark } from './marks.tsx'

type Way = 'google' | 'github' | 'passkey'

/** Passkey, the configured services, and the identity provider of the organization. */
export function OtherSignInMethods({ google, github }: { google: boolean; github: boolean }) {
  const [pendingMethod, setPendingMethod] = useState<Way | null>(null)
  const [organization, setOrganization] = useState(false)
  const arrived = useCompleteSignIn()
  const [{ next }] = useSearchState()
  const signInWith = async (method: Way, act: () => Promise<void>) => {
    setPendingMethod(method)
    try {
      await act()
    } catch (error) {
      toasts.show({ tone: 'error', title: describeLoginFailure(error) })
    } finally {
      setPendingMethod(null)
    }
  }
  const signInWithProvider = (provider: 'google' | 'github') =>
    signInWith(provider, async () =>
      openExternalPage((await api.auth.oauth.call({ provider, invitation: invitationToken(next) })).url),
    )
  return (
    <>
      <p className="my-5 flex items-center gap-3 text-micro text-faint before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        or
      </p>
      <div className="grid gap-2">
        {canUsePasskeys() && (
          <Button
            icon={<KeyRound size={15} className="text-faint" />}
            isBusy={pendingMethod === 'passkey'}
            onClick={() =>
              void signInWith('passkey', async () => {
                const answer = await signInWithPasskey()
                if (answer) await arrived(answer)
              })
            }
          >
            Sign in with a passkey
          </Button>
        )}
        {google && (
          <Button
            icon={<GoogleMark />}
            isBusy={pendingMethod === 'google'}
            onClick={() => void signInWithProvider('google')}
          >
            Sign in with Google
          </Button>
        )}
        {github && (
          <Button
            icon={<GithubMark />}
            isBusy={pendingMethod === 'github'}
            onClick={() => void signInWithProvider('github')}
          >
            Sign in with GitHub
          </Button>
        )}
        {organization ? (
          <OrganizationForm />
        ) : (
          <Button
            icon={<Building2 size={15} className="text-faint" />}
            onClick={() => setOrganization(true)}
            aria-expanded={false}
          >
            Sign in with your organization
          </Button>
        )}
      </div>
    </>
  )
}

/** An organization's own identity provider is found by the short name of the organization. */
function OrganizationForm() {
  const { form, field, failure, isBusy } = useForm({
    fields: ['organization'],
    check: ({ organization }): { organization?: string } =>
      organization.trim() === '' ? { organization: 'Enter the short name of your organization.' } : {},
    async send({ organization }) {
      const slug = organization.trim().toLowerCase()
      openExternalPage((await api.auth.oauth.call({ provider: 'organization', organization: slug })).url)
    },
    explain: (error) => ({ sentence: sentenceOf(error) }),
  })
  return (
    <form {...form} className="space-y-2 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Input
        {...field('organization')}
        label="Organization short name"
        hint="Admins find it in Settings, Organization."
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" isBusy={isBusy}>
        Continue with SSO
      </Button>
    </form>
  )
}
