import { KeptError } from '@kept/domain/errors.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { costCommand } from './command.ts'
import { readQuestion } from './read-question.ts'

describe('command line options', () => {
  it('become a question', () => {
    expect(
      readQuestion({
        groupBy: 'service, month,tag:cost center',
        measure: 'billed,lines',
        filter: ['provider=AWS', 'provider=Microsoft', 'tag:env!=prod', 'resource~a=b', 'region='],
        from: '2024-03-01',
        compare: true,
        top: '3',
      }),
    ).toEqual({
      measures: ['billed', 'lines'],
      group_by: ['service', 'tag:cost center'],
      grain: 'month',
      filters: [
        { dimension: 'provider', op: 'is', values: ['AWS', 'Microsoft'] },
        { dimension: 'tag:env', op: 'is_not', values: ['prod'] },
        { dimension: 'resource', op: 'contains', values: ['a=b'] },
        { dimension: 'region', op: 'is', values: [''] },
      ],
      start_date: '2024-03-01',
      compare: 'previous_period',
      top: 3,
    })
  })

  it.each([
    [{ groupBy: 'color' }, /Unknown dimension "color" in --group-by\. Use provider, /],
    [{ groupBy: 'day,month' }, /one interval, not day and month/],
    [{ measure: 'gold' }, /Unknown measure "gold" in --measure/],
    [{ filter: ['AWS'] }, /Invalid --filter "AWS"/],
    [{ filter: ['color=red'] }, /Unknown dimension "color" in --filter/],
    [{ from: '03/01/2024' }, /--from "03\/01\/2024" is not a date/],
    [{ compare: 'never' }, /Unknown comparison "never" in --compare/],
    [{ top: 'ten' }, /--top "ten" must be a whole number/],
    [{ measure: 'billed,list,lines,effective,contracted,quantity,unit_cost' }, /Invalid query: measures/],
  ])('or one sentence: %j', (options, sentence) => {
    expect(() => readQuestion(options)).toThrow(KeptError)
    expect(() => readQuestion(options)).toThrow(sentence)
  })
})

describe('kept cost', () => {
  let kept: TestKept
  beforeAll(async () => {
    kept = await openKept()
    const line = (day: string, service: string, cost: string, more = {}) =>
      lineOn(day, { ServiceName: service, EffectiveCost: cost, SubAccountId: '1', SubAccountName: 'Shop', ...more })
    await publishLines(kept.world, kept.world.scope, 'a', [
      line('2024-02-01', 'Compute', '1234567.891'),
      line('2024-03-01', 'Compute', '10.005'),
      line('2024-03-02', 'Storage', '2'),
      line('2024-03-02', 'Storage', '7', { BillingCurrency: 'EUR' }),
    ])
  })
  afterAll(() => kept.close())

  async function run(...args: string[]): Promise<string> {
    const { terminal, captured } = captureTerminal(100)
    const command = costCommand(terminal).exitOverride()
    await command.parseAsync(['--org', 'own', '--data', kept.server.services.folder.path, ...args], { from: 'user' })
    return captured.out
  }

  it('queries the running server and shows months side by side, each currency separately', async () => {
    expect(await run('--group-by', 'service,month')).toBe(
      [
        '2024-02-01 to 2024-03-03 (exclusive)',
        '',
        'EUR',
        'service  2024-03',
        '-------  -------',
        'Storage     7.00',
        'total: effective cost 7.00 EUR',
        '',
        'USD',
        'service       2024-02  2024-03',
        '-------  ------------  -------',
        'Compute  1,234,567.89    10.00',
        'Storage             -     2.00',
        'total: effective cost 1,234,579.90 USD',
        '',
      ].join('\n'),
    )
  })

  it('compares, cuts and names', async () => {
    const text = await run(
      ...['-g', 'service,sub_account', '--from', '2024-03-01', '--to', '2024-04-01', '--compare', '--top', '1'],
      ...['--currency', 'USD'],
    )
    expect(text).toContain('Compute       Shop (1)         10.00  1,234,567.89  -100.0%')
    expect(text).toContain('(all others)                    2.00             -        -')
    expect(text).toContain('1 of 2 groups shown separately.')
  })

  it('prints JSON and CSV for programs', async () => {
    const answer = JSON.parse(await run('-g', 'service', '--currency', 'EUR', '--json'))
    expect(answer.rows).toMatchObject([{ keys: { service: 'Storage' }, values: { effective: '7' } }])
    expect(await run('-g', 'service', '--currency', 'EUR', '--csv')).toBe(
      'currency,service,effective\r\nEUR,Storage,7\r\n',
    )
  })

  it('explains what is not possible', async () => {
    await expect(run('--json', '--csv')).rejects.toThrow('Use either --json or --csv, not both.')
    await expect(run('--org', 'unknown')).rejects.toThrow('Organization "unknown" does not exist.')
    await expect(run('--from', '2024-03-01', '--to', '2024-02-01')).rejects.toThrow(/must be before/)
    await expect(run('--data', '/nowhere/kept')).rejects.toThrow('The data folder /nowhere/kept is empty.')
    for (const args of [
      ['--org', 'unknown'],
      ['--from', '2024-03-01', '--to', '2024-02-01'],
    ]) {
      await expect(run(...args)).rejects.toBeInstanceOf(KeptError)
    }
    expect(await run('--org', 'other')).toBe('No costs match these filters.\n')
  })
})
