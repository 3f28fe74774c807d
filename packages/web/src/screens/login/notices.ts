/** Why the user has to sign in again. The address carries a code, never a text. */
import type { Search } from '../../url/search.ts'

/** Why signing in through another service ended without a session. Anything unknown gets the last words. */
const refusals: Record<string, string> = {
  denied: 'Sign-in was canceled.',
  state: 'This sign-in expired or was started in another browser. Try again.',
  email_unverified:
    'Your identity provider has not verified your email address. Verify it there, or sign in another way.',
  account_exists: 'This address already has an account. Sign in the way you did before.',
  other_address: 'That account has a different address than the invitation. Use the invited address.',
  not_a_member: 'You are not a member of that organization. Ask an admin for an invitation.',
  domain_unverified: 'The domain of this address is not verified. An admin can verify it in Settings, Organization.',
  saml_document: 'The response of your identity provider could not be read. Ask an admin to check its settings.',
  saml_signature: 'The signature of your identity provider is not valid. Ask an admin to update its metadata.',
  saml_unsigned: 'Your identity provider did not sign its response. Ask an admin to turn on signing there.',
  saml_encrypted: 'Your identity provider encrypts its response. Ask an admin to turn off encryption there.',
  saml_audience: 'Your identity provider signed you in to another application. Ask an admin to check the entity ID.',
  saml_recipient: 'Your identity provider answered to another address. Ask an admin to check the ACS URL.',
  saml_issuer: 'The response comes from another identity provider. Ask an admin to update its metadata.',
  saml_time: 'The response of your identity provider is not valid now. Ask an admin to check its clock.',
  saml_request: 'The response belongs to another sign-in. Try again.',
  saml_used: 'This sign-in was already used. Try again.',
  saml_not_requested: 'Start the sign-in here: enter the short name of your organization.',
  saml_status: 'Your identity provider did not sign you in. Ask its administrator for access.',
  saml_email: 'Your identity provider sent no email address. Ask an admin to check its attributes.',
  sign_up_closed: 'Sign-up is closed. Ask an admin for an invitation.',
  too_many_requests: 'Too many requests. Please slow down.',
  unavailable: 'The identity provider is not responding. Try again.',
}

interface LoginNotice {
  tone: 'plain' | 'watch' | 'leak'
  message: string
}

export function noticeOf(search: Search): LoginNotice | null {
  if (search.error) {
    return { tone: 'leak', message: refusals[search.error] ?? 'Sign-in failed. Try again.' }
  }
  if (search.timeout === 'true') {
    return { tone: 'watch', message: 'Your session expired. Sign in again.' }
  }
  if (search.ended === 'true') return { tone: 'watch', message: 'You are signed out. Sign in again.' }
  if (search.reset === 'done') {
    return { tone: 'plain', message: 'Password changed. All sessions ended. Sign in with your new password.' }
  }
  return null
}
