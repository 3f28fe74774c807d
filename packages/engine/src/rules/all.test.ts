import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { factsOf, june } from '../testing/facts.ts'
import { allRules } from './all.ts'
import { describeRule } from './define-rule.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { runRules } from './run-rules.ts'

const guide = readFileSync(new URL('../../../../docs/guides/savings-rules.md', import.meta.url), 'utf8')

/** The roll-call: every rule answers the same questions. */
describe.each(allRules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  it('has its file, with a test that names it', () => {
    const files = readdirSync(import.meta.dirname)
    expect(files).toContain(`${rule.id}.ts`)
  })
  it('stands in the guide', () => {
    expect(guide).toContain(`| \`${rule.id}\` | ${rule.title} |`)
  })
  it('has words a person can read', () => {
    expect(rule.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(rule.title.length).toBeGreaterThan(10)
    expect(rule.description.length).toBeGreaterThan(60)
    expect(rule.description).toMatch(/\.$/)
    expect(rule.noun.plural).not.toBe(rule.noun.singular)
  })
  it('names each threshold with its value, unit and source', () => {
    const thresholds = describeRule(rule).thresholds
    expect(thresholds.length).toBeGreaterThan(0)
    for (const { name, value, source } of thresholds) {
      expect(name).not.toBe('')
      expect(value).toMatch(/^\d/)
      expect(source.length).toBeGreaterThan(3)
    }
  })
  it('says which clouds and facts it is about, and asks for permissions where a bill is not enough', () => {
    expect(rule.providers.length).toBeGreaterThan(0)
    expect(rule.needs.length).toBeGreaterThan(0)
    const collected = rule.needs.some((name) => name === 'resource_metric' || name === 'inventory')
    expect(rule.permissions.length > 0).toBe(collected)
    expect(describeRule(rule).needs.every((need) => need.length > 3)).toBe(true)
  })
  it('gives a skip reason for an empty bill and for missing facts', () => {
    const empty = runRules([rule], { facts: factsOf({}), window: june })
    expect(empty.recommendations).toEqual([])
    expect(empty.outcomes[0]).toMatchObject({ rule: rule.id, recommendations: 0, evaluated_count: 0 })
    expect(empty.outcomes[0]?.skip_reasons[0]).toMatch(/\.$/)
    const ungiven = runRules([rule], { facts: {}, window: june })
    expect(ungiven.outcomes[0]?.skip_reasons[0]).toMatch(
      /^Needs .+(?: \(not read from this bill\)|, imported in addition to the bill)\.$/,
    )
  })
})

it('says shares as a person would', () => {
  const values = allRules.flatMap((rule) => describeRule(rule).thresholds.map(({ value }) => value))
  expect(values).toContain('5% of its cost')
  expect(values.filter((value) => /^0\.\d+ of /.test(value))).toEqual([])
})

it('has no two rules of one name, and at least the forty-five that were promised', () => {
  expect(new Set(allRules.map((rule) => rule.id)).size).toBe(allRules.length)
  expect(allRules.length).toBeGreaterThanOrEqual(45)
})

it('knows the clouds by the names bills give them', () => {
  const names = [
    'AWS',
    'Amazon Web Services, Inc.',
    'Microsoft',
    'Microsoft Azure',
    'Google Cloud',
    'Oracle',
    'Snowflake',
  ]
  expect(names.map(cloudOf)).toEqual(['aws', 'aws', 'azure', 'azure', 'gcp', 'oci', 'any'])
})

it('promises a way back for every rule but those that give up an address, data, a contract or a version', () => {
  expect(allRules.flatMap(({ id, reversible }) => (reversible ? [] : [id])).toSorted()).toEqual([
    'commitment-lapsed',
    'database-storage-oversized',
    'extended-support',
    'gateway-without-connections',
    'idle-cluster',
    'idle-load-balancer',
    'idle-public-address',
    'idle-stream',
    'load-balancer-without-backends',
    'load-balancer-without-requests',
    'log-retention-missing',
    'log-storage-growing',
    'orphaned-snapshot',
    'snapshots-growing',
    'unassociated-address',
    'uncovered-on-demand',
    'unused-commitment',
    'unused-image',
  ])
})
