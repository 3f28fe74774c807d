import { type EvidenceClaim, frameworkIds } from '@kept/domain/compliance.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { describe, expect, it } from 'vitest'
import { evaluateScan } from '../scans/evaluate-scan.ts'
import { coverage } from './coverage.ts'
import { evaluateCompliance, type ScannedCheck } from './evaluate-compliance.ts'
import { frameworks } from './frameworks.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const check = (check_id: string, status: ScannedCheck['status'], days = 1): ScannedCheck => ({
  ...{ check_id, status, title: check_id, detail: '', scan_id: 's', observed_at: daysAgo(days) },
})
const evidence = (requirement: string, claim: EvidenceClaim, days = 10) => ({
  ...{ requirement, claim, description: 'There are no such systems.', observed_until: daysAgo(days) },
})
const assess = (checks: ScannedCheck[], uploads: ReturnType<typeof evidence>[] = [], id = 'IA-2(1)') =>
  evaluateCompliance('nist-800-53', { checks, evidence: uploads, declared: [] }, now).find(
    (requirement) => requirement.id === id,
  )

describe('coverage', () => {
  const empty = { people: [], api_keys: [] }
  const security = { ...empty, policies: {}, failed_sign_ins_last_day: 0, unsigned_since: null }
  const facts = {
    security,
    organization: { ...empty, invitations: [], invitations_total: 0, credentials: [], last_access_review: null },
    inventory: [],
    coverage: { complete: [], denied: [], unread: [], trail_regions: [] },
  }
  const checks = new Set(scanKinds.flatMap((kind) => evaluateScan(kind, facts, now).map(({ check_id }) => check_id)))

  it.each(frameworkIds)('%s names requirements and checks that exist, once', (id) => {
    for (const [requirement, covered] of Object.entries(coverage[id])) {
      expect(frameworks[id].titles).toHaveProperty([requirement])
      expect(covered.filter((name) => !checks.has(name))).toEqual([])
      expect(new Set(covered).size).toBe(covered.length)
    }
  })
})

describe('evaluateCompliance', () => {
  it('is partly with passing checks alone, and met with evidence', () => {
    const passing = [check('admins-second-factor', 'pass'), check('root-second-factor', 'unknown')]
    expect(assess(passing)).toMatchObject({ status: 'partly', group: 'Identity' })
    expect(assess(passing, [evidence('IA-2(1)', 'met')])).toMatchObject({ status: 'met' })
    expect(assess([], [evidence('IA-2(1)', 'partly')])).toMatchObject({ status: 'partly' })
  })

  it('is failing when checks fail, and never met while one does', () => {
    const failing = [check('admins-second-factor', 'fail')]
    expect(assess(failing)).toMatchObject({
      status: 'failing',
      detail: expect.stringContaining('admins-second-factor'),
    })
    expect(assess([...failing, check('root-second-factor', 'pass')])).toMatchObject({ status: 'partly' })
    expect(assess(failing, [evidence('IA-2(1)', 'met')])).toMatchObject({ status: 'partly' })
  })

  it('does not count old scans and old evidence', () => {
    expect(assess([check('admins-second-factor', 'pass', 8)])).toMatchObject({
      status: 'unknown',
      detail: expect.stringContaining('No scan of the last 7 days'),
      checks: [{ is_stale: true }],
    })
    expect(assess([], [evidence('IA-2(1)', 'met', 366)])).toMatchObject({ status: 'unknown' })
  })

  it('says why a requirement does not apply', () => {
    expect(assess([], [evidence('PE-1', 'not_applicable')], 'PE-1')).toMatchObject({
      ...{ status: 'not_applicable', detail: 'There are no such systems.' },
    })
  })

  it('is unknown without a check and evidence', () => {
    const requirements = evaluateCompliance('iso-27001', { checks: [], evidence: [], declared: [] }, now)
    expect(requirements).toHaveLength(93)
    expect(new Set(requirements.map(({ status }) => status))).toEqual(new Set(['unknown']))
    expect(requirements[0]).toMatchObject({ id: '5.1', detail: 'There is no check and no evidence.' })
  })

  it('says why only evidence shows the requirements of a source code project', () => {
    const [first] = evaluateCompliance('osps', { checks: [], evidence: [], declared: [] }, now)
    expect(first?.detail).toBe('No check reads the repository of a project, so only evidence shows this.')
  })

  it('takes declared requirements as they are, until there is evidence', () => {
    const declared = [{ id: '1.2.6', status: 'not_applicable' as const, detail: 'There is no LDAP.' }]
    const facts = { checks: [], evidence: [], declared }
    const requirements = evaluateCompliance('asvs', facts, now)
    expect(requirements.filter(({ status }) => status !== 'unknown')).toMatchObject([
      { id: '1.2.6', group: 'Encoding', ...declared[0] },
    ])
    expect(requirements.find(({ id }) => id === '1.2.7')?.detail).toBe(
      'The assessment of this version of Kept does not cover this, so only evidence shows it.',
    )
  })
})
