import type { SignedIn } from '@kept/contract/routes/auth-shapes.ts'
import { useNavigate } from '@tanstack/react-router'
import { useSearchState } from '../url/useSearchState.ts'
import { arrive } from './arrive.ts'

/** Leads on after a sign-in, to what the address says was wanted. */
export function useArrival() {
  const navigate = useNavigate()
  const [{ next }] = useSearchState()
  return async (answer: SignedIn) => {
    await navigate({ href: await arrive(answer, next), replace: true })
  }
}
