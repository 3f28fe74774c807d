/** Passkeys: create, list, remove, and sign in. A passkey counts as two factors: the device and how it is unlocked. */
import { KeptError } from '@kept/domain/errors.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  type Passkey,
  removePasskey,
} from '@kept/store/people/passkeys.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { findTwoFactor } from '@kept/store/people/two-factor.ts'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { RequestContext, Services } from '../platform/context.ts'
import { personRoutes, publicRoutes } from '../platform/implement.ts'
import { originFor } from '../platform/origin.ts'
import { noteFactor } from './audit.ts'
import { rotateSession } from './begin-session.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { countKnock } from './limits.ts'
import { issueToken, spendToken } from './one-time-link.ts'
import { passkeyAnswer } from './passkey-answer.ts'
import { removeFactor } from './remove-factor.ts'
import { confirmed, requireOwnAccount } from './require-own-account.ts'

const challengeLifeMs = 5 * 60_000
const refused = 'This passkey was not accepted. Try again.'
const anyone = 'anyone'
/** Loaded with the first passkey: it brings more modules than the rest of sign-in, and many never see one. */
const webauthn = () => import('@simplewebauthn/server')

/** A challenge is single-use: the first response consumes it. */
async function newChallenge(services: Services, subject: string): Promise<string> {
  return issueToken(services, 'passkey', { subject, lifeMs: challengeLifeMs })
}

async function spendChallenge(
  services: Services,
  subject: string,
  response: { response?: { clientDataJSON?: unknown } },
) {
  const token = challengeIn(response)
  const challenge = token && (await spendToken(services, 'passkey', token))
  if (!token || !challenge || challenge.subject !== subject) throw new KeptError('unauthenticated', refused)
  return Buffer.from(token).toString('base64url')
}

/** The challenge named by a response. The library verifies it. */
function challengeIn({ response }: { response?: { clientDataJSON?: unknown } }): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(String(response?.clientDataJSON), 'base64url').toString('utf8'))
    return Buffer.from(String(fieldOf(data, 'challenge')), 'base64url').toString('utf8')
  } catch {
    return undefined
  }
}

export const passkeyRoutes = {
  passkeyOptions: personRoutes.auth.passkeyOptions.handler(async ({ context, input }) => {
    const { user } = await confirmed(context, input.password)
    const { services } = context
    const existing = await listPasskeys(services.state.database, user.id)
    const { generateRegistrationOptions } = await webauthn()
    const options = await generateRegistrationOptions({
      rpName: 'Kept',
      rpID: siteOf(context).hostname,
      userID: Buffer.from(user.id),
      userName: user.email,
      userDisplayName: user.full_name || user.email,
      challenge: Buffer.from(await newChallenge(services, user.id)),
      excludeCredentials: existing.map(({ credential_id, transports }) => ({
        id: credential_id,
        transports: transports as AuthenticatorTransportFuture[],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { options: { ...options } }
  }),

  addPasskey: personRoutes.auth.addPasskey.handler(async ({ context, input }) => {
    const session = requireOwnAccount(context)
    const { services, visit } = context
    const response = input.response as unknown as RegistrationResponseJSON
    const expectedChallenge = await spendChallenge(services, session.user_id, response)
    const { verifyRegistrationResponse } = await webauthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: siteOf(context).origin,
      expectedRPID: siteOf(context).hostname,
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw new KeptError('bad_input', refused, { cause })
    })
    if (!registrationInfo) throw new KeptError('bad_input', refused)
    const { credential, credentialBackedUp } = registrationInfo
    const passkey = await addPasskey(services.state.database, {
      user_id: session.user_id,
      name: input.name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backed_up: credentialBackedUp,
      created_at: services.now(),
    })
    await rotateSession({ services, visit, session })
    await noteFactor(context, session.user, 'factor.added', `added the passkey "${input.name}"`)
    return { passkey: passkeyAnswer(passkey) }
  }),

  removePasskey: personRoutes.auth.removePasskey.handler(async ({ context, input }) => {
    const session = await confirmed(context, undefined)
    const { database } = context.services.state
    const { user_id } = session
    const isRemoved = await removeFactor(database, user_id, {
      remaining: async (factors) => ({
        totp: (await findTwoFactor(factors, user_id))?.confirmed_at != null,
        passkeys: (await listPasskeys(factors, user_id)).filter(({ id }) => id !== input.id).length,
      }),
      remove: (factors) => removePasskey(factors, user_id, input.id),
    })
    if (!isRemoved) throw new KeptError('not_found', 'Passkey not found.')
    await noteFactor(context, session.user, 'factor.removed', 'removed a passkey')
    return { success: true as const, message: 'Passkey removed.' }
  }),

  passkeySignInOptions: publicRoutes.auth.passkeySignInOptions.handler(async ({ context }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'passkey-options')
    const { generateAuthenticationOptions } = await webauthn()
    const options = await generateAuthenticationOptions({
      rpID: siteOf(context).hostname,
      challenge: Buffer.from(await newChallenge(services, anyone)),
      userVerification: 'required',
    })
    return { options: { ...options } }
  }),

  passkeySignIn: publicRoutes.auth.passkeySignIn.handler(async ({ context, input }) => {
    const { services, visit } = context
    await countKnock(services, visit, 'passkey')
    const response = input.response as unknown as AuthenticationResponseJSON
    const expectedChallenge = await spendChallenge(services, anyone, response)
    const passkey = await findPasskey(services.state.database, String(response.id))
    if (!passkey) throw new KeptError('unauthenticated', refused)
    const counter = await verifiedCounter(siteOf(context), passkey, response, expectedChallenge)
    await notePasskeyUse(services.state.database, passkey.id, counter, services.now())
    const person = await findPerson(services.state.database, { id: passkey.user_id })
    if (!person?.email_verified) throw new KeptError('unauthenticated', refused)
    return completeSignIn(context, { person, method: 'passkey', ...(await stepUnderWay(context, person.id)) })
  }),
}

/** State of a sign-in that waits for a second factor, when this passkey is that factor. */
async function stepUnderWay({ services, visit }: Pick<RequestContext, 'services' | 'visit'>, userId: string) {
  const token = visit.cookie('kept-step')
  visit.clearCookie('kept-step')
  const step = token ? await spendToken(services, 'step', token) : undefined
  if (step?.subject !== userId) return {}
  return {
    organizationId: textFieldOf(step.value, 'organizationId'),
    invitation: textFieldOf(step.value, 'invitation'),
  }
}

/** The relying party id of passkeys. Browsers reject IP addresses. */
function siteOf({ services, visit }: Pick<RequestContext, 'services' | 'visit'>): URL {
  const site = new URL(originFor(services, visit))
  if (/^[\d.]+$|^\[/.test(site.hostname))
    throw new KeptError(
      'bad_input',
      `Passkeys need a host name, not an IP address. Open http://localhost:${site.port} or set KEPT_PUBLIC_URL.`,
    )
  return site
}

async function verifiedCounter(
  { origin, hostname }: URL,
  passkey: Passkey,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransportFuture[],
    },
  }).catch((cause: unknown) => {
    throw new KeptError('unauthenticated', refused, { cause })
  })
  if (!verified) throw new KeptError('unauthenticated', refused)
  return authenticationInfo.newCounter
}
