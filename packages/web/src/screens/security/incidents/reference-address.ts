/** The screens that show what is attached to an incident: their addresses are pasted to attach it, and linked to. */
import type { IncidentReference } from '@kept/domain/security-incident-states.ts'

type Kind = IncidentReference['kind']

const screens: Record<Kind, { to: string; parameter: string; tab?: string }> = {
  loop: { to: '/loops', parameter: 'loop' },
  anomaly: { to: '/anomalies', parameter: 'open' },
  scan: { to: '/security', parameter: 'scan', tab: 'scans' },
  audit_event: { to: '/security', parameter: 'event', tab: 'audit' },
}

/** Where it is shown; null for a scan, whose screen also needs to know its kind. */
export function screenOf({ kind, id }: IncidentReference) {
  const { to, parameter, tab } = screens[kind]
  return kind === 'scan' ? null : { to, search: { ...(tab && { tab }), [parameter]: id } }
}

/** What the address shows; undefined for other addresses. */
export function referenceAt(address: string): IncidentReference | undefined {
  const text = address.trim()
  const base = 'https://kept.invalid'
  if (!URL.canParse(text, base)) return undefined
  const { pathname, searchParams } = new URL(text, base)
  for (const kind of Object.keys(screens) as Kind[]) {
    const { to, parameter, tab = null } = screens[kind]
    const id = searchParams.get(parameter)
    if (id && pathname.endsWith(to) && searchParams.get('tab') === tab) return { kind, id }
  }
  return undefined
}
