/** What the enabled policies of an organization refuse. The same functions decide requests and previews. */
import type { Role } from '@kept/domain/permission.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import { isWithin } from './private-networks.ts'

export const methodLabels: Record<SignInMethod, string> = {
  password: 'a password',
  passkey: 'a passkey',
  google: 'Google',
  github: 'GitHub',
  identity_provider: "the organization's identity provider",
}

/** Where a request comes from: a signed-in browser, or a program with an API key. */
type Surface = 'console' | 'api'

interface Named {
  name: string
}

export function refusedByNetwork(
  { name }: Named,
  { network }: EnforcedPolicies,
  surface: Surface,
  ip: string,
): string | undefined {
  if (!network || (network.covers !== 'everything' && network.covers !== surface)) return undefined
  if (isWithin(plainAddress(ip), network.ranges)) return undefined
  return `${name} can be used only from its allowed networks, and your address ${plainAddress(ip)} is not in them. Ask an admin of your organization.`
}

interface Entering {
  email: string
  /** Empty when it is not known: then the user signs in again. */
  method: SignInMethod | ''
}

export function refusedBySignIn(
  { name }: Named,
  { sign_in }: EnforcedPolicies,
  { email, method }: Entering,
): string | undefined {
  if (!sign_in) return undefined
  const domain = email.split('@').at(-1)?.toLowerCase() ?? ''
  if (sign_in.email_domains.length > 0 && !sign_in.email_domains.includes(domain))
    return `${name} allows only email addresses of ${sign_in.email_domains.join(', ')}. Ask an admin of your organization.`
  if (method !== '' && sign_in.methods.includes(method)) return undefined
  return `${name} allows sign-in only with ${sign_in.methods.map((allowed) => methodLabels[allowed]).join(' or ')}. Sign out and sign in again that way.`
}

interface SessionTimes {
  created_at: Date
  last_seen_at: Date
}

/** True when a session is too old or was unused for too long for the organization it acts for. */
export function isOverdue({ session_lifetime }: EnforcedPolicies, session: SessionTimes, now: number): boolean {
  if (!session_lifetime) return false
  const { max_hours, idle_minutes } = session_lifetime
  return (
    now >= session.created_at.getTime() + max_hours * 3_600_000 ||
    now >= session.last_seen_at.getTime() + idle_minutes * 60_000
  )
}

interface KeyInUse {
  name: string
  created_at: Date
  ranges: readonly string[]
}

export function refusedKey(
  organization: Named,
  policies: EnforcedPolicies,
  key: KeyInUse,
  { ip, now }: { ip: string; now: number },
): string | undefined {
  const address = plainAddress(ip)
  if (key.ranges.length > 0 && !isWithin(address, key.ranges))
    return `The API key "${key.name}" does not work from the address ${address}. Create one for it.`
  const { api_keys } = policies
  if (api_keys && api_keys.ranges.length > 0 && !isWithin(address, api_keys.ranges))
    return `API keys of ${organization.name} do not work from the address ${address}. Ask an admin of your organization.`
  if (api_keys && now >= key.created_at.getTime() + api_keys.max_days * 86_400_000)
    return `The API key "${key.name}" is older than the ${api_keys.max_days} days that ${organization.name} allows. Create a new one.`
  return refusedByNetwork(organization, policies, 'api', ip)
}

/** Changes of cloud resources, restoring them included. What a schedule stopped, everyone who may can start. */
export function refusedActing({ approvals }: EnforcedPolicies, role: Role): string | undefined {
  if (approvals?.actors !== 'admins' || role === 'admin') return undefined
  return 'Only admins may change resources in this organization. Ask one of them.'
}

/** An IPv4 address may arrive as an IPv6 one. */
export function plainAddress(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}
