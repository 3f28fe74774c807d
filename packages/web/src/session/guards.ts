/** Which roles may open which page, and where others are sent. The server protects the data; this is navigation. */
import type { Role } from '@kept/domain/permission.ts'

const everyRole: readonly Role[] = ['admin', 'user', 'billing_admin']

/** Section 6 of the specification, first match first. An admin may go anywhere; other pages are open to any role. */
const deps: readonly { path: string; roles: readonly Role[] }[] = [
  { path: '/admin', roles: ['admin'] },
  { path: '/client', roles: everyRole },
  { path: '/onboarding', roles: everyRole },
  { path: '/', roles: everyRole },
]

/** Anyone without a role is denied, wherever they want to go. */
export function mayEnter(path: string, role: string | null | undefined): boolean {
  const knownRole = everyRole.find((candidate) => candidate === role)
  if (!knownRole) return false
  if (knownRole === 'admin') return true
  return deps.find((area) => isUnder(path, area.path))?.roles.includes(knownRole) ?? false
}

/** Where a person arrives after signing in. */
export function homeOf(role: string | null | undefined): '/admin' | '/client' {
  return role === 'admin' ? '/admin' : '/client'
}

/** The page a guest requested, from the address of the sign-in page: a path of this application, or undefined. */
export function requestedPage(next: string | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\n\r\t]/.test(next)) return undefined
  const url = new URL(next, 'http://kept.invalid')
  const isExcluded =
    url.pathname === '/logout' || (url.pathname.startsWith('/auth/') && url.pathname !== '/auth/invitation')
  if (url.host !== 'kept.invalid' || isExcluded) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

function isUnder(path: string, prefix: string): boolean {
  return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`)
}
