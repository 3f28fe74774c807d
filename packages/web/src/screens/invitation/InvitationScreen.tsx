import { sentenceOf } from '@kept/client/errors.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuthPage } from '../../account/AuthPage.tsx'
import { actFor } from '../../account/switch-organization.ts'
import { api } from '../../api/client.ts'
import { useAuth } from '../../session/AuthProvider.tsx'
import { session } from '../../session/current.ts'
import { roleLabels } from '../../shell/role-labels.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { useSearchState } from '../../url/useSearchState.ts'

/** The link of an invitation: what it offers, and the way to accept it. */
export function InvitationScreen() {
  const [{ token = '' }] = useSearchState()
  const offer = useQuery({
    ...api.organizations.getInvitation.queryOptions({ input: { token } }),
    enabled: token !== '',
    // The panel says it; a toast beside it would say it twice.
    meta: { quiet: true },
  })
  const sessionQuery = useQuery({ queryKey: ['your account'], queryFn: () => session.resolveState() })
  if (token === '' || offer.isError) {
    return (
      <AuthPage title="This invitation can't be used" foot={<TextLink to="/auth/login">Go to sign-in</TextLink>}>
        <Notice tone="leak">
          {token === '' ? 'The link is incomplete. Open it from the email again.' : sentenceOf(offer.error)}
        </Notice>
      </AuthPage>
    )
  }
  if (!offer.data || sessionQuery.isPending) {
    return (
      <AuthPage title="Your invitation">
        <SkeletonRows rows={4} />
      </AuthPage>
    )
  }
  const { organization, email, role, custom_role, invited_by, expires_at } = offer.data.data
  const as = custom_role ? `with the role ${custom_role.name}` : `as ${roleLabels[role].toLowerCase()}`
  return (
    <AuthPage
      title={`Join ${organization}`}
      description={`${invited_by} invites you to Kept ${as}, until ${formatDay(expires_at.slice(0, 10))}.`}
    >
      <Accept token={token} email={email} />
    </AuthPage>
  )
}

/** The invitation is for one address: a user signed in with it accepts, others sign in with it first. */
function Accept({ token, email }: { token: string; email: string }) {
  const { state } = useAuth()
  const [isBusy, setBusy] = useState(false)
  const next = `/auth/invitation?token=${encodeURIComponent(token)}`
  const accept = async () => {
    setBusy(true)
    try {
      const { data } = await api.organizations.acceptInvitation.call({ token })
      await actFor(data.id)
    } catch (error) {
      toasts.show({ tone: 'error', title: sentenceOf(error) })
      setBusy(false)
    }
  }
  if (state.status !== 'signed_in') {
    return (
      <div className="space-y-3">
        <p className="text-body">
          This invitation is for <strong className="break-words font-semibold">{email}</strong>. Sign in or create an
          account with this address to accept it.
        </p>
        <div className="flex flex-wrap gap-4">
          <TextLink to="/auth/login" search={{ next }}>
            Sign in
          </TextLink>
          <TextLink to="/auth/signup" search={{ next, email }}>
            Create account
          </TextLink>
        </div>
      </div>
    )
  }
  if (state.session.user.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <div className="space-y-3">
        <p className="text-body">
          You are signed in as <strong className="break-words font-semibold">{state.session.user.email}</strong>, but
          the invitation was sent to <strong className="break-words font-semibold">{email}</strong>.
        </p>
        <Button onClick={() => void session.signOut()}>Sign out, then open the link again</Button>
      </div>
    )
  }
  return (
    <Button tone="primary" isBusy={isBusy} className="w-full" onClick={() => void accept()}>
      Accept invitation
    </Button>
  )
}
