/** Requests with an access token that is obtained with a form (RFC 6749) and used until shortly before it expires. */
import { KeptError } from '@kept/domain/errors.ts'
import type { GuardedFetch } from './credentials.ts'
import { cacheToken, ledTo } from './endpoint.ts'
import type { CloudRequest } from './remedy.ts'

interface TokenClient {
  tokenUrl: string
  /** The fields of the form. */
  formOf(): Promise<Record<string, string>>
  /** The beginning of the sentence when there is no token: "Azure denied a token to the application x". */
  denied: string
  /** In place of the public addresses. */
  endpoint: string | undefined
  fetch: GuardedFetch
  nowMs(): number
}

export function openWithToken({ tokenUrl, formOf, denied, endpoint, fetch, nowMs }: TokenClient): CloudRequest {
  const token = cacheToken(async (signal) => {
    const answer = await fetch(ledTo(tokenUrl, endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(await formOf()).toString(),
      signal,
    })
    const text = await answer.text()
    const accessToken = /"access_token"\s*:\s*"([^"]+)"/.exec(text)?.[1]
    if (answer.status !== 200 || !accessToken) throw new KeptError('forbidden', `${denied} (${answer.status}).`)
    // Some write the number as text.
    return { token: accessToken, seconds: Number(/"expires_in"\s*:\s*"?(\d+)/.exec(text)?.[1] ?? 300) }
  }, nowMs)
  return async ({ method, url, headers, body }, signal) => {
    const answer = await fetch(ledTo(url, endpoint), {
      method,
      headers: { ...headers, authorization: `Bearer ${await token(signal)}` },
      signal,
      ...(body && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
