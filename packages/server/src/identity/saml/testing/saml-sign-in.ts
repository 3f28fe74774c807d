/** For tests: the SAML provider of an organization, and browsers that sign in through it over HTTP. */
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { Visitor } from '../../../testing/visitor.ts'
import { type AnswerParts, type IdentityProviderForTest, readRequest } from './identity-provider.ts'

export type SamlBrowsers = ReturnType<typeof samlBrowsers>

export function samlBrowsers(url: string, idp: IdentityProviderForTest, provider: IdentityProvider) {
  /** A browser that is at the provider, with what it was sent there with. */
  async function start(visitor = new Visitor(url)) {
    const begun = (await visitor.post('/api/auth/oauth', { provider: 'organization', organization: 'own' })).body
    return { visitor, url: String(begun.url), ...readRequest(begun.url) }
  }

  /** Where the browser ends after it posted the response. */
  async function post(xml: string, relayState: string, browser = new Visitor(url)): Promise<string> {
    const response = await fetch(`${url}/api/auth/saml/${provider.id}/acs`, {
      method: 'POST',
      redirect: 'manual',
      // The browser posts from the provider's site, without the cookies of this one.
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.corp.example' },
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }),
    })
    if (response.status !== 303) throw new Error(`the response was answered with ${response.status}`)
    const next = response.headers.get('location') ?? ''
    if (!next.startsWith('/api/auth/saml/complete')) return next
    return (await browser.get(next)).headers.get('location') ?? ''
  }

  const answerTo = (requestId: string, parts: Partial<AnswerParts> = {}) =>
    idp.answer({
      audience: provider.saml?.entity_id ?? '',
      recipient: provider.saml?.acs_url ?? '',
      inResponseTo: requestId,
      ...parts,
    })

  return { start, post, answerTo }
}
