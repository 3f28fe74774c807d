/** What follows a sign-in, by whatever means: the second step, or the page that was wanted. */
import type { SignedIn } from '@kept/contract/routes/auth-shapes.ts'
import { backFor, session } from '../session/current.ts'
import { requestedPage } from '../session/guards.ts'

/** Where to go now. The session is known when this resolves. */
export async function arrive(answer: SignedIn, next: string | undefined): Promise<string> {
  const requestedPath = requestedPage(next)
  if (!answer.user) {
    return requestedPath ? `${answer.redirectUrl}?next=${encodeURIComponent(requestedPath)}` : answer.redirectUrl
  }
  await session.arrive()
  const resumePoint = backFor(answer.user.id)
  if (resumePoint?.needsReload === false) return resumePoint.href
  const destination = requestedPath ?? answer.redirectUrl
  if (!resumePoint) return destination
  location.replace(destination)
  // The page is on its way out: whoever waits for this is gone before.
  return new Promise(() => undefined)
}
