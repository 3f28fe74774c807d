/** What follows a sign-in, by whatever means: the second step, or the page that was wanted. */
import type { SignedIn } from '@kept/contract/routes/auth-shapes.ts'
import { backFor, session } from '../session/current.ts'
import { wantedPage } from '../session/guards.ts'

/** Where to go now. The session is known when this resolves. */
export async function arrive(answer: SignedIn, next: string | undefined): Promise<string> {
  const wanted = wantedPage(next)
  if (!answer.user) {
    return wanted ? `${answer.redirectUrl}?next=${encodeURIComponent(wanted)}` : answer.redirectUrl
  }
  await session.arrive()
  const back = backFor(answer.user.id)
  if (back?.anew === false) return back.href
  const there = wanted ?? answer.redirectUrl
  if (!back) return there
  location.replace(there)
  // The page is on its way out: whoever waits for this is gone before.
  return new Promise(() => undefined)
}
