import type { AccessUsage } from '@kept/contract/routes/access-controls.ts'
import { expect, it } from 'vitest'
import { usageSentence, withoutPermissions } from './usage-labels.ts'

const usage: AccessUsage = {
  unused_after_days: 90,
  log_since: '2026-03-01T12:00:00.000Z',
  known_from: '2026-05-30T12:00:00.000Z',
  is_covered: true,
  recorded: [],
  unused: [{ kind: 'person', id: '1', name: 'Mei', permissions: ['costs:import'], is_complete: false }],
  roles: [],
}

it.each<[string, Partial<AccessUsage>, string]>([
  ['an empty log', { log_since: null, known_from: null, is_covered: false, unused: [] }, 'is empty.'],
  [
    'a young log',
    { is_covered: false, unused: [] },
    'from May 30, 2026: the audit log, which shows what is used, begins on Mar 1, 2026.',
  ],
  ['nothing unused', { unused: [] }, 'No permission that leaves an audit event was held for 90 days and not used.'],
  ['one permission', {}, '1 permission of 1 user or API key was held and not used for 90 days.'],
])('says of %s what the log can show', (_name, changed, expected) => {
  expect(usageSentence({ ...usage, ...changed })).toContain(expected)
})

it('ends grants and denies what the role gives, and keeps the rest', () => {
  const held = {
    id: '1',
    effective: [
      { permission: 'costs:read', source: 'role' as const },
      { permission: 'costs:import', source: 'group' as const },
      { permission: 'billing:write', source: 'grant' as const },
      { permission: 'billing:read', source: 'grant' as const },
    ],
    denied: ['loops:write'],
  }
  expect(withoutPermissions(held, ['costs:import', 'billing:write'])).toEqual({
    id: '1',
    allow: ['billing:read'],
    deny: ['loops:write', 'costs:import'],
  })
})
