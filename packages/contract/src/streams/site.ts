import * as z from 'zod'
import type { MediaTypes, StreamRoute } from './stream-route.ts'

const form = (fields: z.ZodObject): MediaTypes => ({
  'application/json': fields,
  'application/x-www-form-urlencoded': fields,
})
const email = z.email().max(254)
const link = z.object({ token: z.string().min(1).max(200), id: z.uuid().optional() })

/** JSON for clients that accept it, a page for browsers without JavaScript. */
const message = {
  status: 200,
  description: 'The result as one sentence',
  content: { 'application/json': z.object({ message: z.string() }), 'text/html': 'file' } satisfies MediaTypes,
}
const page = { status: 200, description: 'A page with one button', content: { 'text/html': 'file' } as const }
const open = { tag: 'Site', needs: 'public' } as const

export const siteForms: readonly StreamRoute[] = [
  {
    ...open,
    operationId: 'site.subscribe',
    method: 'POST',
    path: '/newsletter',
    summary: 'Subscribe to the newsletter',
    description: 'Nothing is sent until the link in the confirmation email is followed.',
    idempotency: 'none',
    body: form(z.object({ email })),
    answer: message,
  },
  {
    ...open,
    operationId: 'site.confirmPage',
    method: 'GET',
    path: '/newsletter/confirm',
    summary: 'Get the confirmation page',
    idempotency: 'safe',
    query: link,
    answer: page,
  },
  {
    ...open,
    operationId: 'site.confirm',
    method: 'POST',
    path: '/newsletter/confirm',
    summary: 'Confirm a newsletter subscription',
    idempotency: 'none',
    body: form(link),
    answer: message,
  },
  {
    ...open,
    operationId: 'site.unsubscribePage',
    method: 'GET',
    path: '/newsletter/unsubscribe',
    summary: 'Get the unsubscribe page',
    idempotency: 'safe',
    query: link,
    answer: page,
  },
  {
    ...open,
    operationId: 'site.unsubscribe',
    method: 'POST',
    path: '/newsletter/unsubscribe',
    summary: 'Unsubscribe from the newsletter',
    description: 'One click from the mail client (RFC 8058) or from the page.',
    idempotency: 'idempotent',
    query: link.partial(),
    body: form(link.partial()),
    bodyOptional: true,
    answer: message,
  },
  {
    ...open,
    operationId: 'site.contact',
    method: 'POST',
    path: '/contact',
    summary: 'Send a message to the operator',
    idempotency: 'none',
    body: form(
      z.object({
        name: z.string().min(1).max(120),
        email,
        subject: z.string().min(1).max(80),
        message: z.string().min(10).max(5000),
      }),
    ),
    answer: message,
  },
  {
    operationId: 'auth.oauthCallback',
    method: 'GET',
    path: '/api/auth/callback',
    summary: 'Complete sign-in with an identity provider',
    description: 'Signs in and redirects.',
    tag: 'Sign-in',
    needs: 'public',
    idempotency: 'none',
    anyQuery: true,
    query: z.object({ state: z.string(), code: z.string().optional(), error: z.string().optional() }),
    answer: { status: 302, description: 'Redirect to the dashboard, or to /auth/login?error=... on failure' },
  },
  {
    operationId: 'auth.samlMetadata',
    method: 'GET',
    path: '/api/auth/saml/{id}/metadata',
    summary: 'Get the SAML metadata of Kept',
    description: 'For the identity provider of this id.',
    tag: 'Sign-in',
    needs: 'public',
    idempotency: 'safe',
    answer: {
      status: 200,
      description: 'The metadata of the service provider',
      content: { 'application/samlmetadata+xml': 'file' },
    },
  },
  {
    operationId: 'auth.samlResponse',
    method: 'POST',
    path: '/api/auth/saml/{id}/acs',
    summary: 'Receive a SAML response',
    description: 'Assertion consumer service (HTTP-POST binding). Verifies the response and redirects.',
    tag: 'Sign-in',
    needs: 'public',
    idempotency: 'none',
    body: {
      'application/x-www-form-urlencoded': z.object({ SAMLResponse: z.string(), RelayState: z.string().optional() }),
    },
    answer: { status: 303, description: 'Redirect to the completion, or to /auth/login?error=... on failure' },
  },
  {
    operationId: 'auth.samlComplete',
    method: 'GET',
    path: '/api/auth/saml/complete',
    summary: 'Complete sign-in with a SAML provider',
    description: 'Signs in and redirects.',
    tag: 'Sign-in',
    needs: 'public',
    idempotency: 'none',
    query: z.object({ result: z.string().optional() }),
    answer: { status: 302, description: 'Redirect to the dashboard, or to /auth/login?error=... on failure' },
  },
]
