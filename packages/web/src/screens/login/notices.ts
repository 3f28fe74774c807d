/** Why a person stands at the door again, in a sentence. The address carries a code, never a text of its own. */
import type { Search } from '../../url/search.ts'

/** Why signing in through another service ended without a session. Anything unknown gets the last words. */
const refusals: Record<string, string> = {
  denied: 'The other service was told not to sign you in. Nothing has changed.',
  state: 'That sign-in was begun in another browser, took too long, or was finished already. Please begin again here.',
  email_unverified: 'The other service has not confirmed your e-mail address. Confirm it there, or sign in otherwise.',
  account_exists:
    'This address has an account already. Sign in the way you did before; your organisation can invite it.',
  other_address: 'That account has another address than the one invited. Choose the account of the invited address.',
  not_a_member: 'You do not belong to that organization. Ask one of its admins for an invitation.',
  domain_unverified:
    'The domain of this address is not verified yet. An admin of the organization can verify it in Settings, Organization.',
  sign_up_closed: 'Sign-up is closed here. Ask an organization admin for an invitation.',
  too_many_requests: 'Too many requests. Please slow down.',
  unavailable: 'The other service cannot be reached at the moment. Please try again.',
}

export interface LoginNotice {
  tone: 'plain' | 'watch' | 'leak'
  words: string
}

export function noticeOf(search: Search): LoginNotice | null {
  if (search.error) {
    return { tone: 'leak', words: refusals[search.error] ?? 'Signing in did not work. Please try again.' }
  }
  if (search.timeout === 'true') {
    return { tone: 'watch', words: 'Your session has ended because its time was up. Please sign in again.' }
  }
  if (search.ended === 'true') return { tone: 'watch', words: 'You are no longer signed in. Please sign in again.' }
  if (search.reset === 'done') {
    return { tone: 'plain', words: 'Your password is changed and every session has ended. Sign in with the new one.' }
  }
  return null
}
