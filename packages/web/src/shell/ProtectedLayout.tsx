import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import { mayEnter } from '../session/guards.ts'
import { ForbiddenScreen } from './ForbiddenScreen.tsx'
import { loadSessionEnd, Shell } from './Shell.tsx'

const NoOrganizationScreen = lazy(() => import('./NoOrganizationScreen.tsx'))
const SessionEnd = lazy(loadSessionEnd)
const SecondFactorRequired = lazy(() => import('./SecondFactorRequired.tsx'))

/** The layout of pages for signed-in users: renders the page if the user may see it. */
export function ProtectedLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { state } = useAuth()
  const pathname = useLocation({ select: (location) => location.pathname })
  if (state.status !== 'signed_in') return null
  const { user, secondFactorDue } = state.session
  const ending = state.ending && (
    <Suspense>
      <SessionEnd ending={state.session} />
    </Suspense>
  )
  if (user.role === null || secondFactorDue) {
    return (
      <Suspense>
        {ending}
        {user.role === null ? <NoOrganizationScreen /> : <SecondFactorRequired />}
      </Suspense>
    )
  }
  return <Shell strips={ending}>{mayEnter(pathname, user.role) ? children : <ForbiddenScreen />}</Shell>
}
