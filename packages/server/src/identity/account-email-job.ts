/**
 * Emails of sign-up and of passwords, as a job. It is queued before the response, so a kill loses none, and is retried
 * while the mail server is down. Whether an address has an account is looked up by the job: the response takes the same
 * time for every address. Links are created when the email is sent, so the queue has no token.
 */
import { hash } from 'node:crypto'
import { findPerson } from '@kept/store/people/persons.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { knownAddressMail, passwordChangedMail, passwordResetMail, verificationMail } from './mails.ts'
import { issueToken, openValues } from './one-time-link.ts'

const verificationLifeMs = 24 * 3_600_000
const resetLifeMs = 3_600_000

export const linkValueSchema = z.object({
  /** Hash of the sign-up browser's cookie. */
  browser: z.string().optional(),
  /** Hash of the invitation token. */
  invitation: z.string().optional(),
})
type LinkValue = z.infer<typeof linkValueSchema>

const accountEmailSchema = z.discriminatedUnion('kind', [
  /** `created_id` is the user that this sign-up created, if any. */
  linkValueSchema.extend({ kind: z.literal('sign_up'), email: z.string(), created_id: z.string().optional() }),
  /** `browser` requested it, which may be another one than the one that signed up. */
  z.object({ kind: z.literal('verification'), email: z.string(), browser: z.string().optional() }),
  z.object({ kind: z.literal('password_reset'), email: z.string() }),
  z.object({ kind: z.literal('password_changed'), email: z.string() }),
])
type AccountEmail = z.infer<typeof accountEmailSchema>
type EmailDeps = Pick<Services, 'state' | 'mail' | 'origin' | 'now'>
type Recipient = NonNullable<Awaited<ReturnType<typeof findPerson>>>

export const accountEmailJob = defineJob({
  name: 'account-email',
  input: accountEmailSchema,
  // With a growing delay: half an hour in all, for a mail server that restarts or greylists.
  retries: 10,
  concurrency: 4,
  // The queue has addresses. An email that could not be sent stays for an hour, in which the operator can retry it.
  isForgottenWhenDone: true,
  deleteAfterSeconds: 3600,
  async run(email, deps: EmailDeps) {
    const person = await findPerson(deps.state.database, { email: email.email })
    if (person) await sendAccountEmail(deps, person, email)
  },
})

/** Call it before the response. */
export function queueAccountEmail({ jobs }: Pick<Services, 'jobs'>, email: AccountEmail): Promise<void> {
  return jobs.send(accountEmailJob, email)
}

export function browserHash(browser: string): string {
  return hash('sha256', browser, 'base64url')
}

async function sendAccountEmail(deps: EmailDeps, person: Recipient, email: AccountEmail): Promise<void> {
  const { mail } = deps
  const forgot = `${deps.origin()}/auth/forgot-password`
  switch (email.kind) {
    case 'sign_up': {
      const { browser, invitation } = email
      // A new link for an existing account needs the password, whatever browser requests it.
      if (!person.email_verified)
        return sendVerification(deps, person, { ...(email.created_id === person.id && { browser }), invitation })
      return mail.send(
        knownAddressMail(person.email, person.full_name, { login: `${deps.origin()}/auth/login`, forgot }),
      )
    }
    case 'verification':
      if (!person.email_verified) await resendVerification(deps, person, email.browser)
      return
    case 'password_reset':
      if (!person.disabled_at) await sendReset(deps, person)
      return
    case 'password_changed':
      return mail.send(passwordChangedMail(person.email, person.full_name, forgot))
  }
}

async function sendVerification(deps: EmailDeps, person: Recipient, value: LinkValue): Promise<void> {
  const token = await issueToken(deps, 'verify', { subject: person.id, lifeMs: verificationLifeMs, value })
  const link = `${deps.origin()}/auth/verify?token=${encodeURIComponent(token)}`
  await deps.mail.send(verificationMail(person.email, person.full_name, link))
}

/** Only the browser that signed up is trusted. Requesting another email must not grant that. */
async function resendVerification(deps: EmailDeps, person: Recipient, requestedBy: string | undefined): Promise<void> {
  const openLinks = z.array(linkValueSchema).parse(await openValues(deps, 'verify', person.id))
  const browserLink = requestedBy === undefined ? undefined : openLinks.find(({ browser }) => browser === requestedBy)
  const invitation = openLinks.find((link) => link.invitation)?.invitation
  await sendVerification(deps, person, browserLink ?? { invitation })
}

async function sendReset(deps: EmailDeps, person: Recipient): Promise<void> {
  const token = await issueToken(deps, 'reset', { subject: person.id, lifeMs: resetLifeMs, replacesExisting: true })
  const link = `${deps.origin()}/auth/reset-password?token=${encodeURIComponent(token)}`
  await deps.mail.send(passwordResetMail(person.email, person.full_name, link))
}
