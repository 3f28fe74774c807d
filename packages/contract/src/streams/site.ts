import * as z from 'zod'
import type { MediaTypes, StreamRoute } from './stream-route.ts'

const form = (fields: z.ZodObject): MediaTypes => ({
  'application/json': fields,
  'application/x-www-form-urlencoded': fields,
})
const email = z.email().max(254)
const link = z.object({ token: z.string().min(1).max(200), id: z.uuid().optional() })

/** JSON for a script that accepts it, a page for a browser without one. */
const message = {
  status: 200,
  description: 'What happened, in a sentence',
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
    summary: 'Subscribe to the newsletter; nothing is sent before the link of the mail is followed',
    idempotency: 'none',
    body: form(z.object({ email })),
    answer: message,
  },
  {
    ...open,
    operationId: 'site.confirmPage',
    method: 'GET',
    path: '/newsletter/confirm',
    summary: 'Open the page that confirms a subscription',
    idempotency: 'safe',
    query: link,
    answer: page,
  },
  {
    ...open,
    operationId: 'site.confirm',
    method: 'POST',
    path: '/newsletter/confirm',
    summary: 'Confirm a subscription',
    idempotency: 'none',
    body: form(link),
    answer: message,
  },
  {
    ...open,
    operationId: 'site.unsubscribePage',
    method: 'GET',
    path: '/newsletter/unsubscribe',
    summary: 'Open the page that ends a subscription',
    idempotency: 'safe',
    query: link,
    answer: page,
  },
  {
    ...open,
    operationId: 'site.unsubscribe',
    method: 'POST',
    path: '/newsletter/unsubscribe',
    summary: 'End a subscription, with one click of a mail program (RFC 8058) or of the page',
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
    summary: 'Return from an identity provider; signs in and redirects',
    tag: 'Sign-in',
    needs: 'public',
    idempotency: 'none',
    query: z.object({ state: z.string(), code: z.string().optional(), error: z.string().optional() }),
    answer: { status: 302, description: 'To the dashboard, or to /auth/login?error=... when it failed' },
  },
]
