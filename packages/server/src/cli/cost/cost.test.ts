import { KeptError } from '@kept/domain/errors.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { heardTerminal } from '../testing/heard-terminal.ts'
import { costCommand } from './command.ts'
import { readQuestion } from './read-question.ts'

describe('the words of the command line', () => {
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
        { by: 'provider', op: 'is', values: ['AWS', 'Microsoft'] },
        { by: 'tag:env', op: 'is_not', values: ['prod'] },
        { by: 'resource', op: 'contains', values: ['a=b'] },
        { by: 'region', op: 'is', values: [''] },
      ],
      from: '2024-03-01',
      compare: 'previous_period',
      top: 3,
    })
  })

  it.each([
    [{ groupBy: 'colour' }, /--group-by does not know "colour"; it knows provider, /],
    [{ groupBy: 'day,month' }, /one time, not day and month/],
    [{ measure: 'gold' }, /--measure does not know "gold"/],
    [{ filter: ['AWS'] }, /--filter "AWS" is not of the form/],
    [{ filter: ['colour=red'] }, /--filter does not know "colour"/],
    [{ from: '03/01/2024' }, /--from "03\/01\/2024" is not a day/],
    [{ compare: 'never' }, /--compare does not know "never"/],
    [{ top: 'ten' }, /--top "ten" is not a whole number/],
    [{ measure: 'billed,list,lines,effective,contracted,quantity,unit_cost' }, /cannot be asked: measures/],
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

  async function run(...words: string[]): Promise<string> {
    const { terminal, said } = heardTerminal(100)
    const command = costCommand(terminal).exitOverride()
    await command.parseAsync(['--org', 'own', '--data', kept.server.services.folder.path, ...words], { from: 'user' })
    return said.out
  }

  it('asks the running Kept and shows months side by side, each currency apart', async () => {
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
    expect(text).toContain('Compute       Shop (1)         10.00  1,234,567.89  -100.0 %')
    expect(text).toContain('(all others)                    2.00             -         -')
    expect(text).toContain('1 of 2 groups are shown on their own.')
  })

  it('prints JSON and CSV for programs', async () => {
    const answer = JSON.parse(await run('-g', 'service', '--currency', 'EUR', '--json'))
    expect(answer.rows).toMatchObject([{ keys: { service: 'Storage' }, values: { effective: '7' } }])
    expect(await run('-g', 'service', '--currency', 'EUR', '--csv')).toBe(
      'currency,service,effective\r\nEUR,Storage,7\r\n',
    )
  })

  it('says in one sentence what cannot be done', async () => {
    await expect(run('--json', '--csv')).rejects.toThrow('Choose one of --json and --csv.')
    await expect(run('--org', 'nobody')).rejects.toThrow('There is no organisation "nobody" in this Kept.')
    await expect(run('--from', '2024-03-01', '--to', '2024-02-01')).rejects.toThrow(/must lie before/)
    await expect(run('--data', '/nowhere/kept')).rejects.toThrow(/nothing in the data folder \/nowhere\/kept yet/)
    for (const words of [
      ['--org', 'nobody'],
      ['--from', '2024-03-01', '--to', '2024-02-01'],
    ]) {
      await expect(run(...words)).rejects.toBeInstanceOf(KeptError)
    }
    expect(await run('--org', 'stranger')).toBe('Nothing was charged that fits the question.\n')
  })
})
