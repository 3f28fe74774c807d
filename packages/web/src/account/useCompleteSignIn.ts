import type { SignedIn } from '@kept/contract/routes/auth-shapes.ts'
import { useNavigate } from '@tanstack/react-router'
import { useSearchState } from '../url/useSearchState.ts'
import { completeSignIn } from './complete-sign-in.ts'

/** Opens the requested page after a sign-in. */
export function useCompleteSignIn() {
  const navigate = useNavigate()
  const [{ next }] = useSearchState()
  return async (answer: SignedIn) => {
    await navigate({ href: await completeSignIn(answer, next), replace: true })
  }
}
