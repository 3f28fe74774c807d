/** What follows a sign-in, by any method: the second factor, or the requested page. */

import type { SignedIn } from '@kept/contract/routes/auth-shapes.ts'
import { backFor, session } from '../session/current.ts'
import { requestedPage } from '../session/guards.ts'
import { publicPath } from '../url/base-path.ts'

/** Returns the address to go to. The session is loaded when this resolves. */
export async function completeSignIn(answer: SignedIn, next: string | undefined): Promise<string> {
  const requestedPath = requestedPage(next)
  if (!answer.user) {
    return requestedPath ? `${answer.redirectUrl}?next=${encodeURIComponent(requestedPath)}` : answer.redirectUrl
  }
  await session.handleSignIn()
  const resumePoint = backFor(answer.user.id)
  if (resumePoint?.needsReload === false) return resumePoint.href
  const destination = requestedPath ?? answer.redirectUrl
  if (!resumePoint) return destination
  location.replace(publicPath(destination))
  // The page is being left: callers that wait for this are gone with it.
  return new Promise(() => undefined)
}
