import { type Permission, permissions } from '@kept/domain/permission.ts'

export interface AccessArea {
  label: string
  /** The first words of its permissions. */
  prefixes: readonly string[]
}

/** Every permission of an organization belongs to one area. */
export const accessAreas: readonly AccessArea[] = [
  { label: 'Costs', prefixes: ['costs'] },
  { label: 'Savings', prefixes: ['savings', 'recommendations'] },
  { label: 'Loops', prefixes: ['loops', 'telemetry'] },
  { label: 'Behavior', prefixes: ['behavior'] },
  { label: 'Alerts', prefixes: ['alerts', 'notifications', 'channels'] },
  { label: 'Connections', prefixes: ['connections'] },
  { label: 'Billing', prefixes: ['billing'] },
  { label: 'Security', prefixes: ['security', 'api_keys'] },
  { label: 'Users', prefixes: ['users', 'organization'] },
]

export type AccessLevel = 'Full' | 'Edit' | 'View' | '–'

/** All that the area has, some that changes things, only reading, or nothing. */
export function levelIn(own: readonly Permission[]): AccessLevel {
  if (own.length === 0) return '–'
  const areas = new Set(own.map((permission) => permission.split(':')[0]))
  const area = accessAreas.find(({ prefixes }) => prefixes.some((prefix) => areas.has(prefix)))
  const all = permissions.filter(
    (permission) => area?.prefixes.includes(permission.split(':')[0] ?? '') && !permission.endsWith(':operate'),
  )
  if (own.length >= all.length && own.some((permission) => !permission.endsWith(':read'))) return 'Full'
  return own.some((permission) => !permission.endsWith(':read')) ? 'Edit' : 'View'
}
