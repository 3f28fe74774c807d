import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { useAuth } from '../session/AuthProvider.tsx'
import { homeOf } from '../session/guards.ts'
import { Page } from './Page.tsx'
import { TextLink } from './TextLink.tsx'

/** A page that this role may not see. */
export function ForbiddenScreen() {
  const { state } = useAuth()
  const homePath = homeOf(state.status === 'signed_in' ? state.session.user.role : null)
  return (
    <Page title="Access denied">
      <EmptyState
        title="This page is for organization admins"
        description="Ask an admin of your organization for access."
        action={<TextLink to={homePath}>Go to your home page</TextLink>}
      />
    </Page>
  )
}
