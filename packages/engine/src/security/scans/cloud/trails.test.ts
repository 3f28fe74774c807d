/** Trails of an organization with several accounts: each account is evaluated by what records it. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import { deniedAttribute } from '@kept/domain/sync/denied-attribute.ts'
import { describe, expect, it } from 'vitest'
import { item } from '../../../testing/facts.ts'
import { evaluateInventoryCheck } from '../inventory-check.ts'
import type { InventoryCoverage } from '../inventory-coverage.ts'
import { cloudChecks } from './all.ts'

const [shop, data, management] = ['111111111111', '222222222222', '999999999999']

const account = (sub_account_id: string, name: string) =>
  item({ provider: 'aws', type: 'Account', resource_id: sub_account_id, name, sub_account_id, region: 'global' })
const machine = (sub_account_id: string, region: string) =>
  item({ provider: 'aws', type: 'Instance', resource_id: `i-${sub_account_id}-${region}`, sub_account_id, region })
const defaultGroup = (sub_account_id: string, region: string) => ({
  ...machine(sub_account_id, region),
  ...{ type: 'Security group', resource_id: `sg-${sub_account_id}-${region}`, attributes: { is_default: 'true' } },
})
const trail = (sub_account_id: string, attributes: Record<string, string>, region = 'us-east-1') =>
  item({
    ...{ provider: 'aws', type: 'Trail', resource_id: `trail-${sub_account_id}-${region}`, sub_account_id, region },
    attributes: { multi_region: 'true', log_validation: 'true', logging: 'true', ...attributes },
  })

/** Regions of accounts whose trails a connection has read. */
const read = (...regions: readonly (readonly [account_id: string, region: string])[]): InventoryCoverage => ({
  ...{ complete: ['trails'], denied: [], unread: [] },
  trail_regions: regions.map(([account_id, region]) => ({ account_id, region })),
})

function evaluate(id: string, rows: readonly InventoryRow[], coverage?: InventoryCoverage) {
  const check = cloudChecks.find((candidate) => candidate.id === id)
  if (!check) throw new Error(`There is no check ${id}.`)
  return evaluateInventoryCheck(check, { today: '2026-03-01', rows, ...(coverage && { coverage }) })
}

const two = [account(shop, 'Shop'), machine(shop, 'us-east-1'), account(data, 'Data'), machine(data, 'us-east-1')]
const bothRead = read([shop, 'us-east-1'], [data, 'us-east-1'])

describe.each(['trail-all-regions', 'trail-validated'])('%s', (id) => {
  it('does not pass every account by the trail of one', () => {
    expect(evaluate(id, [...two, trail(shop, {})], bothRead)).toMatchObject({
      status: 'fail',
      ...{ evaluated_count: 2, failing_count: 1, detail: '1 of 2 accounts: Data.' },
      subjects: [{ provider: 'aws', id: data, name: 'Data' }],
    })
  })

  it('passes accounts with a trail of their own, and those in which the trail of the organization is listed', () => {
    const rows = [...two, trail(shop, {}), trail(data, { organization: 'true' })]
    expect(evaluate(id, rows, bothRead)).toMatchObject({ status: 'pass', detail: 'All of 2 accounts.' })
  })

  it('takes no trail of an organization for that of an account in which it is not listed', () => {
    const rows = [...two, account(management, 'Root'), trail(management, { organization: 'true' }), trail(shop, {})]
    const coverage = read([shop, 'us-east-1'], [data, 'us-east-1'], [management, 'us-east-1'])
    expect(evaluate(id, rows, coverage)).toMatchObject({ status: 'fail', detail: '1 of 3 accounts: Data.' })
  })

  it('cannot know of an account whose trails were not read, and names the permission', () => {
    const rows = [...two, trail(shop, {})]
    expect(evaluate(id, rows).detail).toMatch(/^1 of 2 accounts lack trails that say .+ in the inventory\.$/)
    const denied = [{ dataset: 'trails' as const, account_id: data, missing_action: 'cloudtrail:DescribeTrails' }]
    expect(evaluate(id, rows, { ...read([shop, 'us-east-1']), denied })).toMatchObject({
      status: 'unknown',
      detail: expect.stringMatching(
        /^1 of 2 accounts lack .+\. Kept may not list all trails: it lacks the permission cloudtrail:DescribeTrails in 1 account\.$/,
      ),
    })
  })

  it('fails an account without a trail, whatever another one may not say', () => {
    const denied = [{ dataset: 'trails' as const, account_id: data, missing_action: 'cloudtrail:DescribeTrails' }]
    const result = evaluate(id, two, { ...read([shop, 'us-east-1']), denied })
    expect(result).toMatchObject({ status: 'fail', evaluated_count: 1, detail: '1 of 2 accounts: Shop.' })
  })

  it('fails an account whose only trail is stopped, and names it', () => {
    const rows = [...two, trail(shop, {}), { ...trail(data, { logging: 'false' }), name: 'all' }]
    for (const coverage of [bothRead, undefined])
      expect(evaluate(id, rows, coverage)).toMatchObject({
        ...{ status: 'fail', detail: '1 of 2 accounts: Data. Stopped trails: all in Data.' },
      })
  })

  it('passes an account whose stopped trail stands beside one that is logging', () => {
    const rows = [...two, trail(shop, {}), trail(data, {}), trail(data, { logging: 'false' }, 'eu-west-1')]
    expect(evaluate(id, rows, bothRead).status).toBe('pass')
  })

  it('does not count resources that are of no account beside those that are', () => {
    const rows = [...two, trail(shop, {}), trail(data, {}), machine('', 'us-east-1')]
    expect(evaluate(id, rows, bothRead).status).toBe('pass')
    expect(evaluate(id, [trail('', { multi_region: 'false', log_validation: 'false' })])).toMatchObject({
      status: 'fail',
      detail: '1 of 1 account: aws.',
    })
  })
})

describe('trail-all-regions', () => {
  const local = trail(shop, { multi_region: 'false' })
  const evaluateShop = (rows: readonly InventoryRow[], coverage?: InventoryCoverage) =>
    evaluate('trail-all-regions', [account(shop, 'Shop'), ...rows], coverage).status

  it('passes trails of one region each, one in every region in use', () => {
    const rows = [machine(shop, 'us-east-1'), machine(shop, 'eu-west-1'), local]
    const coverage = read([shop, 'us-east-1'], [shop, 'eu-west-1'])
    expect(evaluateShop(rows, coverage)).toBe('fail')
    const second = trail(shop, { multi_region: 'false' }, 'eu-west-1')
    expect(evaluateShop([...rows, second], coverage)).toBe('pass')
  })

  it('takes a region for in use by what someone created there', () => {
    const rows = [machine(shop, 'us-east-1'), defaultGroup(shop, 'eu-west-1'), local]
    expect(evaluateShop(rows, read([shop, 'us-east-1'], [shop, 'eu-west-1']))).toBe('pass')
  })

  it('cannot know of a region in use whose trails were not read', () => {
    const rows = [machine(shop, 'us-east-1'), machine(shop, 'eu-west-1'), local]
    expect(evaluateShop(rows, read([shop, 'us-east-1']))).toBe('unknown')
    // A list without a connection that has trails of an account has all of them.
    expect(evaluateShop(rows)).toBe('fail')
  })

  it('cannot know by a trail that does not say its regions', () => {
    const unclear = trail(shop, { multi_region: '' })
    const rows = [machine(shop, 'us-east-1'), machine(shop, 'eu-west-1'), unclear]
    expect(evaluateShop(rows, read([shop, 'us-east-1'], [shop, 'eu-west-1']))).toBe('unknown')
  })

  it('cannot know by a trail that does not say whether it is logging, and names the permission', () => {
    const silent = trail(shop, { logging: '', [deniedAttribute('logging')]: 'cloudtrail:GetTrailStatus' })
    const result = evaluate('trail-all-regions', [account(shop, 'Shop'), machine(shop, 'us-east-1'), silent])
    expect(result).toMatchObject({
      status: 'unknown',
      detail:
        '1 of 1 account lack trails that say their regions and whether they are logging in the inventory: Kept lacks the permission cloudtrail:GetTrailStatus.',
    })
    const stopped = trail(shop, { logging: 'false' })
    const used = [machine(shop, 'us-east-1'), machine(shop, 'eu-west-1')]
    const coverage = read([shop, 'us-east-1'], [shop, 'eu-west-1'])
    // A stopped trail records no region, and one that may be logging records none but its own.
    expect(evaluateShop([...used, stopped], coverage)).toBe('fail')
    expect(evaluateShop([...used, trail(shop, { logging: '', multi_region: 'false' })], coverage)).toBe('fail')
    expect(evaluateShop([...used, trail(shop, { logging: '' })], coverage)).toBe('unknown')
    expect(evaluateShop([...used, trail(shop, { logging: '' }), local, trail(shop, {}, 'eu-west-1')], coverage)).toBe(
      'pass',
    )
  })

  it('fails an account that uses no region and is not recorded', () => {
    expect(evaluateShop([], read([shop, 'us-east-1']))).toBe('fail')
    expect(evaluateShop([])).toBe('unknown')
  })

  it('asks each subscription and project for its own, whose absence says nothing', () => {
    const azure = (sub_account_id: string, type: string, attributes: Record<string, string>) =>
      item({ provider: 'Microsoft', type, resource_id: `${type}-${sub_account_id}`, sub_account_id, attributes })
    const rows = [azure('s-1', 'Trail', { multi_region: 'true' }), azure('s-2', 'Instance', {})]
    expect(evaluate('trail-all-regions', rows, read(['s-2', 'global'])).status).toBe('unknown')
    const both = [...rows, azure('s-2', 'Trail', { multi_region: 'true' })]
    expect(evaluate('trail-all-regions', both, read(['s-2', 'global'])).status).toBe('pass')
    expect(evaluate('trail-validated', both).status).toBe('not_applicable')
  })
})

describe('trail-validated', () => {
  it('fails by one trail of an account whose files may be changed', () => {
    const rows = [...two, trail(shop, {}), trail(data, {}), trail(data, { log_validation: 'false' }, 'eu-west-1')]
    expect(evaluate('trail-validated', rows, bothRead)).toMatchObject({ status: 'fail', failing_count: 1 })
  })
})
