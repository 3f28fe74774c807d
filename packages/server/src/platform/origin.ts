/** Whether a request was made by our own page or by another site's. */
import type { Services } from './context.ts'
import type { Visit } from './visit.ts'

/** False when the browser reports that another site made this request. Programs report nothing, and are no browsers. */
export function isOwnOrigin(visit: Pick<Visit, 'header'>, publicUrl: string | undefined): boolean {
  const site = visit.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = visit.header('origin')
  if (origin === undefined) return true
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  return URL.parse(origin)?.host === visit.header('host')
}

/**
 * The origin by which this browser addresses us, for exact matches (passkeys, the redirect from a provider). Without a
 * configured URL only names of this machine are taken from the request.
 */
export function originFor(
  { config, origin }: Pick<Services, 'config' | 'origin'>,
  visit: Pick<Visit, 'header'>,
): string {
  const host = visit.header('host') ?? ''
  const local = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
  return config.publicUrl === undefined && local ? `http://${host}` : origin()
}
