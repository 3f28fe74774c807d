import { errorText } from '@kept/client/error-text.ts'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

interface Auth {
  state: SessionState
  session: Session
}

const AuthContext = createContext<Auth | null>(null)

/** Tells everything below it who is signed in. */
export function AuthProvider({ session, children }: { session: Session; children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.state, session.state)
  return <AuthContext value={{ state, session }}>{children}</AuthContext>
}

/** The session, as it is now. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error(errorText.outsideProvider)
  return auth
}
