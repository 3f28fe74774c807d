import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAuth } from '../session/AuthProvider.tsx'
import { mayEnter } from '../session/guards.ts'
import { Denied } from './Denied.tsx'
import { loadSessionEnd, Shell } from './Shell.tsx'

const Nowhere = lazy(() => import('./Nowhere.tsx'))
const SessionEnd = lazy(loadSessionEnd)
const FactorDue = lazy(() => import('./FactorDue.tsx'))

/** Behind the door: what a person may see of the page they came for. */
export function Inside({ children = <Outlet /> }: { children?: ReactNode }) {
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
        {user.role === null ? <Nowhere /> : <FactorDue />}
      </Suspense>
    )
  }
  return <Shell strips={ending}>{mayEnter(pathname, user.role) ? children : <Denied />}</Shell>
}
