/** What a check makes of values that connections do not write, and uploaded inventories may. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import { expect, it } from 'vitest'
import { dayAtStart } from '../day-at-start.ts'
import { evaluateInventoryCheck } from '../inventory-check.ts'
import { cloudChecks } from './all.ts'
import { supportTables } from './supported-versions.ts'

function row(type: string, attributes: Record<string, string> = {}): InventoryRow {
  return {
    ...{ provider: 'aws', resource_id: 'r-1', name: 'shop', type, size: '', state: '', state_since: '' },
    ...{ state_seen_since: '', created_on: '', owner: '', tags: {}, attributes, relations: [], related: [] },
    ...{ sub_account_id: '', region: '' },
  }
}

function evaluate(id: string, rows: InventoryRow[], today = '2026-03-01') {
  const check = cloudChecks.find((candidate) => candidate.id === id)
  if (!check) throw new Error(`There is no check ${id}.`)
  return evaluateInventoryCheck(check, { today, rows })
}

it.each([
  ['security-group-closed', 'Security group', 'open_ports', '*'],
  ['security-group-closed', 'Security group', 'open_ports', '443 tcp/22'],
  ['access-key-used', 'Access key', 'last_used', '2026-02-30'],
  ['secret-rotated', 'Secret', 'last_rotated', 'last week'],
  ['certificate-valid', 'Certificate', 'expires_at', '2026-13-01'],
  ['root-not-used', 'Account', 'root_last_used', '0000-00-00'],
  ['log-retention-limited', 'Log group', 'retention_days', 'forever'],
  ['log-retention-long-enough', 'Log group', 'retention_days', '90 days'],
  ['database-backed-up', 'Database', 'backup_retention_days', 'a week'],
  ['function-supported-runtime', 'Function', 'runtime', 'cobol85'],
  ['kubernetes-supported-version', 'Cluster', 'version', '1.99'],
])('%s names a value that it cannot evaluate', (id, type, name, value) => {
  const { status, evaluated_count, detail } = evaluate(id, [row(type, { [name]: value }), row(type)])
  expect([status, evaluated_count]).toEqual(['unknown', 0])
  expect(detail).toContain(`lack the attribute "${name}" in the inventory. 1 of 2 `)
  expect(detail).toContain(
    `have the attribute "${name}" with a value that this check cannot evaluate, such as "${value}".`,
  )
})

it('names three different values, and a long one in part', () => {
  const values = ['a', 'a', 'b', 'c'.repeat(100), 'd']
  const { detail } = evaluate(
    'database-encrypted',
    values.map((encrypted) => row('Database', { encrypted })),
  )
  expect(detail).toBe(
    `5 of 5 databases have the attribute "encrypted" with a value that this check cannot evaluate, such as "a", "b", "${'c'.repeat(40)}".`,
  )
})

it('fails by one sensitive port, whatever the others say', () => {
  expect(evaluate('security-group-closed', [row('Security group', { open_ports: 'icmp 3306' })]).status).toBe('fail')
})

it('reads a retention without an end in any case', () => {
  const logs = [row('Log group', { retention_days: 'Never' })]
  expect(evaluate('log-retention-limited', logs).status).toBe('fail')
  expect(evaluate('log-retention-long-enough', logs).status).toBe('pass')
})

it.each([
  ['Function', 'runtime', 'dotnet8', '2026-11-10', 'pass'],
  ['Function', 'runtime', 'dotnet8', '2026-11-11', 'fail'],
  ['Function', 'runtime', 'nodejs24.x', '2026-11-28', 'pass'],
  ['Function', 'runtime', 'java21', '2026-11-28', 'pass'],
  ['Function', 'runtime', 'ruby3.3', '2027-04-01', 'fail'],
  ['Cluster', 'version', '1.35', '2027-03-28', 'fail'],
])('%s with the %s %s on %s: %s', (type, name, value, day, status) => {
  const id = type === 'Function' ? 'function-supported-runtime' : 'kubernetes-supported-version'
  expect(evaluate(id, [row(type, { [name]: value })], day).status).toBe(status)
})

it.each([
  // One version ends on three days.
  ['aws', 'Cluster', '1.34', '2026-12-02', 'pass'],
  ['Microsoft', 'Cluster', '1.34', '2026-12-01', 'fail'],
  ['Microsoft', 'Cluster', '1.34.9', '2026-11-30', 'pass'],
  ['Google Cloud', 'Cluster', '1.34.4-gke.1047000', '2026-10-01', 'pass'],
  ['Google Cloud', 'Cluster', '1.34.4-gke.1047000', '2026-10-02', 'fail'],
  ['Microsoft', 'Cluster', '1.27.3', '2026-01-01', 'fail'],
  ['Google Cloud', 'Cluster', '1.99', '2026-01-01', 'unknown'],
  ['Kubernetes', 'Cluster', '1.34', '2026-01-01', 'unknown'],
  ['aws', 'Function', 'python3.11', '2027-10-01', 'fail'],
  ['Microsoft', 'Function', 'python3.11', '2027-10-01', 'pass'],
  ['Google Cloud', 'Function', 'python3.11', '2027-10-25', 'fail'],
  ['Microsoft', 'Function', 'nodejs18', '2025-05-01', 'fail'],
  ['Microsoft', 'Function', 'ruby3.4', '2026-01-01', 'unknown'],
  ['Google Cloud', 'Function', 'go124', '2026-01-01', 'unknown'],
  ['Google Cloud', 'Function', 'ruby34', '2028-04-01', 'fail'],
  ['Oracle', 'Function', 'python3.11', '2026-01-01', 'unknown'],
])('asks %s how long it supports a %s of %s: on %s it is a %s', (provider, type, value, day, status) => {
  const [id, name] =
    type === 'Function' ? ['function-supported-runtime', 'runtime'] : ['kubernetes-supported-version', 'version']
  expect(evaluate(id, [{ ...row(type, { [name]: value }), provider }], day).status).toBe(status)
})

it.each(Object.entries(supportTables))('knows where %s publishes its days, and each is one', (_cloud, table) => {
  for (const { source, read_on } of [table.kubernetes, table.runtimes]) {
    expect(source).toMatch(/^https:\/\/[\w.]+\.com\//)
    expect(dayAtStart(read_on)).toBe(read_on)
  }
  const days = [...Object.values(table.kubernetes.until), ...table.runtimes.until.map(([, day]) => day)]
  expect(days.map(dayAtStart)).toEqual(days)
})

it.each([
  ['a rotation', { attributes: { last_rotated: '2026-01-01', last_changed: '2026-02-01' } }, 'pass'],
  ['its creation in the last year', { created_on: '2026-01-01' }, 'pass'],
  ['no change in two years', { attributes: { last_changed: '2024-01-01' } }, 'fail'],
  ['a change that may be of its tags', { attributes: { last_changed: '2026-02-01' } }, 'unknown'],
])('takes of a secret only %s', (_what, secret, status) => {
  expect(evaluate('secret-rotated', [{ ...row('Secret'), ...secret }]).status).toBe(status)
})

it.each([
  ['since two months', { state_since: '2026-01-01' }, 'fail'],
  ['since last week, though it is older', { state_since: '2026-02-24', created_on: '2024-01-01' }, 'pass'],
  ['and created last week', { created_on: '2026-02-24' }, 'pass'],
  ['and created long ago', { created_on: '2024-01-01', state_seen_since: '2026-02-20' }, 'unknown'],
  ['and seen so for two months', { created_on: '2024-01-01', state_seen_since: '2026-01-01' }, 'fail'],
])('asks since when a volume is unattached: %s', (_since, dates, status) => {
  const volume = { ...row('Volume'), state: 'available', ...dates }
  expect(evaluate('volume-not-long-unattached', [volume]).status).toBe(status)
})

it.each([
  ['access-key-used', 'Access key', '2026-02-24', 'pass'],
  ['access-key-used', 'Access key', '2025-02-24', 'fail'],
  ['secret-used', 'Secret', '2026-02-24', 'pass'],
  ['secret-used', 'Secret', '', 'fail'],
])('%s: a %s that was never used may be new: created on "%s" it is a %s', (id, type, created_on, status) => {
  expect(evaluate(id, [{ ...row(type, { last_used: 'never' }), created_on }]).status).toBe(status)
})
