/** Reads the verified claims of a provider. */
import { toOneLine } from '@kept/domain/name.ts'
import { authorizationCodeGrant, fetchProtectedResource, fetchUserInfo } from 'openid-client'
import * as z from 'zod'
import type { KnownProvider } from './known-providers.ts'

export interface Claims {
  subject: string
  email: string
  email_verified: boolean
  full_name: string
  avatar_url: string | null
  /** Groups of the user at the provider, where it names them. */
  groups?: readonly string[]
}

interface Away {
  verifier: string
  nonce: string
  state: string
}

/**
 * Exchanges the code for tokens and reads their claims. The library verifies issuer, audience, signature, nonce and
 * state.
 */
export async function claimsOf(provider: KnownProvider, url: URL, { verifier, nonce, state }: Away): Promise<Claims> {
  const tokens = await authorizationCodeGrant(provider.client, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    ...(provider.kind === 'oidc' && { expectedNonce: nonce, idTokenExpected: true }),
  })
  if (provider.kind === 'github') return gitHubClaims(provider, tokens.access_token)
  const idToken = tokens.claims()
  if (!idToken) throw new Error('the provider sent no id token')
  // Some providers include the email address in the id token, others only in userinfo.
  const claims = idToken.email ? idToken : await fetchUserInfo(provider.client, tokens.access_token, idToken.sub)
  const { email, email_verified, name, picture } = oidcSchema.parse(claims)
  return {
    subject: idToken.sub,
    email: email.toLowerCase(),
    email_verified,
    full_name: toOneLine(name),
    avatar_url: safePicture(picture),
  }
}

const oidcSchema = z.object({
  email: z.email(),
  email_verified: z.boolean().default(false),
  name: z.string().max(200).catch(''),
  picture: z.string().optional(),
})
const gitHubUserSchema = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const gitHubEmailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

async function gitHubClaims({ client }: KnownProvider, accessToken: string): Promise<Claims> {
  const { issuer } = client.serverMetadata()
  const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
  const fetchJson = async (path: string): Promise<unknown> => {
    const response = await fetchProtectedResource(client, accessToken, new URL(`${api}${path}`), 'GET')
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`)
    return response.json()
  }
  const user = gitHubUserSchema.parse(await fetchJson('/user'))
  const emails = gitHubEmailsSchema.parse(await fetchJson('/user/emails'))
  const email = emails.find(({ primary }) => primary) ?? emails[0]
  return {
    subject: String(user.id),
    email: (email?.email ?? '').toLowerCase(),
    email_verified: email?.verified ?? false,
    full_name: toOneLine(user.name ?? user.login),
    avatar_url: safePicture(user.avatar_url ?? undefined),
  }
}

function safePicture(address: string | undefined): string | null {
  return address && URL.parse(address)?.protocol === 'https:' && address.length <= 2000 ? address : null
}
