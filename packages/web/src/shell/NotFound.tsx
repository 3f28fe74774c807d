import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { useEffect } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import { Page } from './Page.tsx'
import { ProtectedLayout } from './ProtectedLayout.tsx'
import { TextLink } from './TextLink.tsx'

/** An unknown address: with the menu for signed-in users. */
export function NotFound() {
  const { state, session } = useAuth()
  useEffect(() => void session.resolveState(), [session])
  if (state.status === 'loading') return null
  return state.status === 'signed_in' ? (
    <ProtectedLayout>
      <NoPage />
    </ProtectedLayout>
  ) : (
    <NoPage />
  )
}

function NoPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="We can't find this page"
        description="Check the address, or go back to your home page."
        action={<TextLink to="/">Go to your home page</TextLink>}
      />
    </Page>
  )
}
