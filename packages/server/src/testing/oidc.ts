/** For tests: an OpenID provider in this process, and a user who clicks through its pages. */
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { listen } from './listen.ts'
import { Visitor } from './visitor.ts'

export interface OidcForTest {
  issuer: string
  /** The client settings: created once the redirect URL is known. */
  serve(redirectUri: string): void
  close(): Promise<void>
}

export const client = { client_id: 'kept', client_secret: 'a-secret-of-the-test-client' }

/** Signing in as x@y gives the user x@y; an address that begins with "unverified" is not verified. */
export async function openOidc(): Promise<OidcForTest> {
  let handler: ((request: never, response: never) => void) | undefined
  const server = createServer((request, response) => handler?.(request as never, response as never))
  const issuer = await listen(server)
  return {
    issuer,
    serve(redirectUri) {
      const provider = new Provider(issuer, {
        clients: [
          { ...client, redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
        pkce: { required: () => true },
        cookies: { keys: ['of the test'] },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({
            sub: id,
            email: id.replace(/^unverified-/, ''),
            email_verified: !id.startsWith('unverified-'),
            name: 'Someone Else',
          }),
        }),
      })
      handler = provider.callback() as typeof handler
    },
    close: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
  }
}

/** Signs in at the provider and agrees; returns the redirect URL. */
export async function clickThrough(url: string, login: string): Promise<string> {
  const visitor = new Visitor('')
  let next = url
  for (let hop = 0; hop < 15; hop += 1) {
    const answer = await visitor.get(next)
    const to = answer.headers.get('location')
    if (to) {
      next = new URL(to, next).href
      if (next.includes('/api/auth/callback')) return next
      continue
    }
    const prompt = String(answer.body).includes('name="login"') ? 'login' : 'consent'
    const form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
    const response = await fetch(next, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: visitor.cookieHeader(), 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    })
    next = new URL(response.headers.get('location') ?? '', next).href
  }
  throw new Error(`the provider never redirected back; last at ${next}`)
}
