import { KeptError } from '@kept/domain/errors.ts'
import { lineOn, type TestLine } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { explainCommand } from './command.ts'
import { readExplainOptions } from './read-options.ts'

describe('readExplainOptions', () => {
  it('reads filters and periods', () => {
    expect(
      readExplainOptions({ from: '2024-03-01', filter: ['service=EC2'], groupBy: 'resource', items: '3' }),
    ).toMatchObject({
      start_date: '2024-03-01',
      compare: 'previous_period',
      measure: 'effective',
      filter: ['service=EC2'],
      group_by: 'resource',
      items: 3,
    })
  })

  it.each([
    [{ filter: ['EC2'] }, /Invalid --filter "EC2"/],
    [{ from: 'March' }, /start_date/],
    [{ measure: 'list' }, /measure/],
    [{ groupBy: 'tag:env' }, /group_by/],
  ])('rejects %j in one sentence', (options, sentence) => {
    expect(() => readExplainOptions(options)).toThrow(KeptError)
    expect(() => readExplainOptions(options)).toThrow(sentence)
  })
})

describe('kept explain', () => {
  let kept: TestKept
  beforeAll(async () => {
    kept = await openKept()
    const line = (day: string, resource: string, cost: string, more: TestLine = {}) =>
      lineOn(day, {
        ServiceProviderName: 'AWS',
        ServiceName: 'EC2',
        ResourceId: resource,
        ResourceName: resource === 'i-1' ? 'web' : '',
        ConsumedUnit: 'Hrs',
        ConsumedQuantity: '10',
        EffectiveCost: cost,
        ...more,
      })
    await publishLines(kept.world, kept.world.scope, 'a', [
      line('2024-02-01', 'i-1', '29'),
      line('2024-02-29', 'i-1', '29'),
      line('2024-03-01', 'i-1', '1234.5'),
      line('2024-03-31', 'i-2', '5'),
    ])
  })
  afterAll(() => kept.close())

  async function run(...args: string[]): Promise<string> {
    const { terminal, captured } = captureTerminal(110)
    const folder = ['--org', 'own', '--data', kept.server.services.folder.path]
    await explainCommand(terminal)
      .exitOverride()
      .parseAsync([...folder, ...args], { from: 'user' })
    return captured.out
  }

  it('prints the sentence, the terms with their resources, and where it changed', async () => {
    expect(await run('--from', '2024-03-01', '--to', '2024-04-01')).toBe(
      [
        'Spend rose $1,182 (+2,037%) in March 2024. Higher prices: +$1,206. Less usage: -$33.00. New resources: +$5.00.',
        '',
        'USD                     amount',
        '------------------  ----------',
        'February 2024           $58.00',
        'Days in the period      +$4.00',
        '  web, EC2              +$4.00',
        'New resources           +$5.00',
        '  i-2, EC2              +$5.00',
        'Usage                  -$33.00',
        '  web, EC2             -$33.00',
        'Price               +$1,205.50',
        '  web, EC2          +$1,205.50',
        'March 2024           $1,239.50',
        '',
        'The terms add up to +$1,181.50.',
        '',
        'service      change  why',
        '-------  ----------  ----------------------------',
        'EC2      +$1,181.50  Higher prices: web, +$1,206.',
        '',
      ].join('\n'),
    )
  })

  it('says when nothing matches and when bills are missing', async () => {
    expect(await run('--filter', 'service=none')).toBe('No costs match these filters.\n')
    expect(await run('--from', '2024-02-01', '--to', '2024-03-01')).toContain(
      'Some bills of January 2024 are missing, so part of the change may be theirs.',
    )
  })
})
