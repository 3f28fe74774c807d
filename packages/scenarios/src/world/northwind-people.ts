/** The users of the demo organization and their recent audit events. */

export interface DemoPerson {
  /** The local part of an address that receives no mail. */
  name: string
  full_name: string
  role: 'admin' | 'user' | 'billing_admin'
  joined_days_ago: number
  status: 'active' | 'disabled' | 'invited'
}

export const northwindPeople: readonly DemoPerson[] = [
  { name: 'ingrid.solberg', full_name: 'Ingrid Solberg', role: 'admin', joined_days_ago: 225, status: 'active' },
  { name: 'marcus.okafor', full_name: 'Marcus Okafor', role: 'billing_admin', joined_days_ago: 224, status: 'active' },
  { name: 'priya.raman', full_name: 'Priya Raman', role: 'user', joined_days_ago: 220, status: 'active' },
  { name: 'tomas.novak', full_name: 'Tomáš Novák', role: 'user', joined_days_ago: 190, status: 'active' },
  { name: 'chen.yu', full_name: 'Chen Yu', role: 'user', joined_days_ago: 140, status: 'active' },
  { name: 'lucia.ferreira', full_name: 'Lúcia Ferreira', role: 'user', joined_days_ago: 95, status: 'active' },
  { name: 'sam.whitaker', full_name: 'Sam Whitaker', role: 'user', joined_days_ago: 170, status: 'disabled' },
  { name: 'noor.haddad', full_name: 'Noor Haddad', role: 'user', joined_days_ago: 2, status: 'invited' },
]

interface DemoAction {
  actor: string
  action: `${string}.${string}`
  /** The affected user, if any. */
  to?: string
  summary: string
  hours_ago: number
}

export const northwindActions: readonly DemoAction[] = [
  { actor: 'ingrid.solberg', action: 'membership.joined', summary: 'Ingrid Solberg joined as admin.', hours_ago: 5398 },
  {
    actor: 'marcus.okafor',
    action: 'membership.joined',
    summary: 'Marcus Okafor joined as billing_admin.',
    hours_ago: 5374,
  },
  { actor: 'priya.raman', action: 'membership.joined', summary: 'Priya Raman joined as user.', hours_ago: 5275 },
  { actor: 'tomas.novak', action: 'membership.joined', summary: 'Tomáš Novák joined as user.', hours_ago: 4554 },
  { actor: 'sam.whitaker', action: 'membership.joined', summary: 'Sam Whitaker joined as user.', hours_ago: 4080 },
  { actor: 'chen.yu', action: 'membership.joined', summary: 'Chen Yu joined as user.', hours_ago: 3356 },
  { actor: 'lucia.ferreira', action: 'membership.joined', summary: 'Lúcia Ferreira joined as user.', hours_ago: 2278 },
  { actor: 'priya.raman', action: 'session.begun', summary: 'Signed in with a password.', hours_ago: 190 },
  {
    actor: 'ingrid.solberg',
    action: 'membership.disabled',
    to: 'sam.whitaker',
    summary: 'Sam Whitaker was disabled.',
    hours_ago: 166,
  },
  { actor: 'chen.yu', action: 'session.begun', summary: 'Signed in with a passkey.', hours_ago: 71 },
  { actor: 'tomas.novak', action: 'session.begun', summary: 'Signed in with a password.', hours_ago: 52 },
  { actor: 'ingrid.solberg', action: 'session.begun', summary: 'Signed in with a passkey.', hours_ago: 49 },
  {
    actor: 'ingrid.solberg',
    action: 'people.exported',
    summary: 'The user list was exported as csv.',
    hours_ago: 48,
  },
  { actor: 'lucia.ferreira', action: 'session.begun', summary: 'Signed in with a password.', hours_ago: 27 },
  { actor: 'marcus.okafor', action: 'session.begun', summary: 'Signed in with a password.', hours_ago: 22 },
  { actor: 'priya.raman', action: 'session.begun', summary: 'Signed in with a password.', hours_ago: 3 },
]
