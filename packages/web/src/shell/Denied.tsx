import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { useAuth } from '../session/AuthProvider.tsx'
import { homeOf } from '../session/guards.ts'
import { Page } from './Page.tsx'
import { TextLink } from './TextLink.tsx'

/** A page that is there, but not for this role. */
export function Denied() {
  const { state } = useAuth()
  const home = homeOf(state.status === 'signed_in' ? state.session.user.role : null)
  return (
    <Page title="Not for your role">
      <EmptyState
        title="This page is for organization admins"
        words="Your role does not include it. An admin of your organization can change that."
        action={<TextLink to={home}>Go to your start page</TextLink>}
      />
    </Page>
  )
}
