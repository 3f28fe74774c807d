/** A statement is verified from the customer's own bill; whatever is changed in either is found and named. */

import type { SavingsLine } from '@kept/domain/saving.ts'
import { type Statement, statementSchema } from '@kept/domain/statement.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { appendEntries, emptyChain, headOf } from '@kept/foundation/hash/chain.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRule } from '../../testing/default-rule.ts'
import {
  actionOn,
  baselineOf,
  calculateTestMonth,
  defaultConfig,
  machineLines,
  sha256,
} from '../../testing/savings-bill.ts'
import { makeSigner, verifyText } from '../../testing/signing.ts'
import { firstDisagreement } from './check-amounts.ts'
import { firstIssue, type Papers } from './check-papers.ts'
import { completeStatement } from './complete-statement.ts'
import { methodVersion } from './method-version.ts'
import { signStatement } from './sign-statement.ts'
import { type StatementDraft, setupOf } from './statement-draft.ts'

const { from, to } = hoursOfMonth('2026-09')
const signer = makeSigner()
const papers: Papers = { sha256, verify: verifyText, checkpoints: [] }

const before = [
  ...machineLines({ resource: 'stopped', from: from - 672, to: from }),
  ...machineLines({ resource: 'resized', from: from - 672, to: from, price: '0.192', sku: 'xlarge' }),
]
const stopped = baselineOf(
  before.filter(({ resource }) => resource === 'stopped'),
  from,
)
const resized = baselineOf(
  before.filter(({ resource }) => resource === 'resized'),
  from,
)
const bill = [
  ...machineLines({ resource: 'another', from, to, price: (hour) => (hour < from + 100 ? '0.096' : '0.09') }),
  ...machineLines({ resource: 'resized', from, to, quantity: (hour) => (hour % 5 ? '1' : '0.5') }),
]
const draft: StatementDraft = {
  format: 'kept.savings-statement',
  version: 1,
  organization_id: 'acme',
  issued_at: '2026-10-05T09:00:00Z',
  period: '2026-09',
  currency: 'USD',
  code_version: methodVersion,
  config: defaultConfig,
  actions: [
    actionOn(stopped, { kind: 'terminate', from: from + 10 }),
    actionOn(resized, { kind: 'rightsize', from, from_sku: 'xlarge', to_sku: 'large' }),
  ],
  baselines: [stopped, resized],
  commitment_baselines: [],
  price_notices: [],
  demand: [],
  earlier: [],
  before: emptyChain,
  carried_before: '0',
  commission_rule: defaultRule('USD'),
  checkpoints: [],
}
const calculate = (statementDraft: StatementDraft, lines: readonly SavingsLine[]) =>
  calculateTestMonth(setupOf(statementDraft, sha256), { lines })
const issue = (statementDraft = draft, lines: readonly SavingsLine[] = bill) =>
  signStatement(completeStatement(statementDraft, calculate(statementDraft, lines), sha256), signer)
const check = (statement: Statement, lines: readonly SavingsLine[] = bill) =>
  firstIssue(statement, papers) ?? firstDisagreement(statement, calculate(statement, lines), sha256)
const statement = issue()

describe('a statement', () => {
  it('agrees with the bill it was made from, and survives being written down', () => {
    expect(statement.entries.map(({ kind, action }) => [kind, action])).toEqual([
      ['accrual', 'rightsize'],
      ['accrual', 'terminate'],
      ['fee', ''],
    ])
    const read = statementSchema.parse(JSON.parse(JSON.stringify(statement)))
    expect(read).toEqual(statement)
    expect(check(read)).toBeNull()
  })

  it('made again gives the same head, whatever the order of the lines', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(bill, { minLength: bill.length }), (lines) => {
        expect(issue(draft, lines).head).toEqual(statement.head)
      }),
      { numRuns: 20 },
    )
  }, 60_000)

  it('fails when any line of a resource it counts is changed, added or dropped', () => {
    const resizedIndexes = bill.flatMap(({ resource }, index) => (resource === 'resized' ? [index] : []))
    const change = fc.record({
      index: fc.constantFrom(...resizedIndexes),
      how: fc.constantFrom<(line: SavingsLine) => SavingsLine[]>(
        () => [],
        (line) => [line, line],
        (line) => [{ ...line, effective: '0.0000001' }],
        (line) => [{ ...line, hour: line.hour + 1 }],
        (line) => [{ ...line, quantity: '2', contracted: '0.192' }],
        (line) => [{ ...line, commitment: 'other', status: 'Used' }],
      ),
    })
    fc.assert(
      fc.property(change, ({ index, how: mutate }) => {
        const lines = bill.flatMap((line, lineIndex) => (lineIndex === index ? mutate(line) : [line]))
        expect(check(statement, lines)).toMatch(
          /^Entry 1 \(accrual of usage, action "rightsize" on resized\) was calculated/,
        )
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  it('fails when a price on the bill differs', () => {
    const lines = bill.map((line) =>
      line.resource === 'another' && line.hour === from + 300 ? { ...line, price: '0.08', contracted: '0.08' } : line,
    )
    expect(check(statement, lines)).toMatch(
      /^Entry 2 \(accrual of usage, action "terminate" on stopped\) states [\d.]+ USD, but your bill gives [\d.]+ USD\.$/,
    )
  })

  it('fails when an hour of a terminated resource ran after all', () => {
    const lines = [...bill, ...machineLines({ resource: 'stopped', from: from + 500, to: from + 501, price: '0.09' })]
    expect(check(statement, lines)).toContain('Entry 2')
  })

  it('fails when anything in it is changed, whatever it is', () => {
    const paths = leaves(statement)
    expect(paths.length).toBeGreaterThan(400)
    fc.assert(
      fc.property(fc.constantFrom(...paths), (path) => {
        const changed = structuredClone(statement)
        const parent = path.slice(0, -1).reduce<unknown>((inside, key) => Reflect.get(Object(inside), key), changed)
        const key = path.at(-1) ?? ''
        Reflect.set(Object(parent), key, different(Reflect.get(Object(parent), key)))
        const isShaped = statementSchema.safeParse(changed).success
        expect(isShaped ? firstIssue(changed, papers) : 'has no shape', path.join('.')).not.toBeNull()
      }),
      { numRuns: 1000 },
    )
  }, 60_000)

  it.each<[string, string, (statement: Statement) => Statement]>([
    [
      'a changed amount',
      'Entry 2 was changed after it was written',
      (original) =>
        withEntries(original, (entries) =>
          entries.map((entry) => (entry.seq === 2 ? { ...entry, amount: '1' } : entry)),
        ),
    ],
    [
      'a changed order',
      'Entry 2 is in the position of entry 1',
      (original) => withEntries(original, ([a, b, ...remaining]) => [b!, a!, ...remaining]),
    ],
    [
      'a dropped entry',
      'Entry 3 is in the position of entry 2',
      (original) => withEntries(original, ([a, _, ...remaining]) => [a!, ...remaining]),
    ],
    [
      'a cut-off tail',
      'its entries end at 2. The last entries are missing',
      (original) => withEntries(original, (entries) => entries.slice(0, 2)),
    ],
    [
      'a baseline made larger',
      'is not the one frozen',
      (original) => ({
        ...original,
        baselines: original.baselines.map((baseline) => ({
          ...baseline,
          meters: baseline.meters.map((meter) => ({ ...meter, price: '9' })),
        })),
      }),
    ],
    ['another method', 'uses method kept-savings/0', (original) => ({ ...original, code_version: 'kept-savings/0' })],
    [
      'a changed fee',
      'The signature does not match',
      (original) => ({ ...original, commission: { ...original.commission, fee: '1' } }),
    ],
  ])('names %s', (_, sentence, change) => {
    expect(check(change(statement))).toContain(sentence)
  })

  it('is not saved by a new chain and a new signature: the bill says otherwise', () => {
    const drafts = statement.entries.map(({ seq: _, prev_hash: __, hash: ___, ...entry }) => entry)
    const forge = (change: typeof drafts) => {
      const entries = appendEntries(emptyChain, change, sha256)
      return signStatement({ ...statement, entries, head: headOf(entries) }, signer)
    }
    const more = forge(
      drafts.map((entry) => (entry.action === 'terminate' ? { ...entry, amount: '99000000000' } : entry)),
    )
    expect(check(more)).toMatch(/^Entry 2 .* states 99\.000000000 USD, but your bill gives 64\.440000000 USD/)
    expect(check(forge(drafts.slice(0, 2)))).toMatch(/^Entry 3 \(the fee\) is missing from the statement/)
    expect(check(forge(drafts.toReversed()))).toMatch(/^The statement has entry 1 .*, but your bill gives entry 1/)
    expect(check(signStatement({ ...statement, carried_after: '7' }, signer))).toContain(
      'losses carried forward differs',
    )
    expect(firstIssue(more, { ...papers, trustedKey: makeSigner().publicKey })).toContain(
      'not signed with the key you trust',
    )
    const checkpoints = [{ period: '2026-09', ...statement.head }]
    expect(firstIssue(forge(drafts.slice(0, 2)), { ...papers, checkpoints })).toContain('The last entries are missing')
    expect(firstIssue(more, { ...papers, checkpoints })).toContain('does not match the checkpoint of 2026-09')
    expect(firstIssue(statement, { ...papers, checkpoints })).toBeNull()
  })
})

describe('runs that follow', () => {
  const next = (lines: readonly SavingsLine[], previous: Statement = statement) =>
    issue({ ...draft, earlier: previous.entries, before: previous.head, carried_before: previous.carried_after }, lines)

  it('the same bill again books nothing', () => {
    expect(next(bill)).toMatchObject({ entries: [], net: '0', head: statement.head })
  })

  it('a corrected bill books the difference and leaves the closed month as it is', () => {
    const corrected = bill.map((line) =>
      line.resource === 'resized' && line.hour === from
        ? { ...line, quantity: '3', contracted: '0.288', effective: '0.288' }
        : line,
    )
    const trueUp = next(corrected)
    expect(trueUp.entries.map(({ seq, kind, amount, refers_to }) => ({ seq, kind, amount, refers_to }))).toEqual([
      {
        seq: 4,
        kind: 'trueup',
        amount: expect.stringMatching(/^(192|240)000000$/),
        refers_to: statement.entries[0]?.hash,
      },
      { seq: 5, kind: 'fee', amount: expect.any(String), refers_to: null },
    ])
    expect(check(trueUp, corrected)).toBeNull()
    expect(next(corrected, { ...trueUp, entries: [...statement.entries, ...trueUp.entries] }).entries).toEqual([])
  })

  it('what came back within the proof window is taken back entry by entry, and its loss is carried', () => {
    const october = hoursOfMonth('2026-10')
    const lateAction = actionOn(stopped, { kind: 'terminate', from: to - 48 })
    const first = issue({ ...draft, actions: [lateAction], baselines: [stopped] })
    const lines = machineLines({ resource: 'stopped', from: october.from + 24, to: october.to })
    const second = issue(
      {
        ...draft,
        period: '2026-10',
        actions: [lateAction],
        baselines: [stopped],
        earlier: first.entries,
        before: first.head,
      },
      lines,
    )
    const sums = [first, second].map(({ net }) => BigInt(net))
    expect(second.entries.map(({ kind }) => kind)).toEqual(['accrual', 'reversal', 'reversal'])
    expect(sums[0]! + sums[1]!).toBe(0n)
    expect(second).toMatchObject({ billable: '0', carried_after: first.net })
    expect(check(second, lines)).toBeNull()
    const third = issue({
      ...draft,
      period: '2026-11',
      actions: [lateAction],
      baselines: [stopped],
      earlier: [...first.entries, ...second.entries],
      before: second.head,
    })
    expect(third.entries).toEqual([])
  })
})

function withEntries(original: Statement, change: (entries: Statement['entries']) => Statement['entries']): Statement {
  return { ...original, entries: change(original.entries) }
}

function leaves(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, inside]) => leaves(inside, [...path, key]))
}

function different(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return 'something'
  return `${String(value)}0`
}
