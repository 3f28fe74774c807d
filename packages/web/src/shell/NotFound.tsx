import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { useEffect } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import { Inside } from './Inside.tsx'
import { Page } from './Page.tsx'
import { TextLink } from './TextLink.tsx'

/** An address nobody knows: within the menu for whoever is signed in. */
export function NotFound() {
  const { state, session } = useAuth()
  useEffect(() => void session.known(), [session])
  if (state.status === 'loading') return null
  return state.status === 'signed_in' ? (
    <Inside>
      <NoPage />
    </Inside>
  ) : (
    <NoPage />
  )
}

function NoPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is no page at this address"
        words="It may have moved, or the link may be mistyped."
        action={<TextLink to="/">Go to your start page</TextLink>}
      />
    </Page>
  )
}
