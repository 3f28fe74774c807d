/** `kept verify`, with real files: a statement agrees with its own bill and with no other. */
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { completeStatement } from '@kept/engine/savings/statement/complete-statement.ts'
import { signStatement } from '@kept/engine/savings/statement/sign-statement.ts'
import { sha256 } from '@kept/engine/testing/savings-bill.ts'
import { fromHour } from '@kept/foundation/calendar/hour.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { verifyCommand } from './command.ts'
import { bill, calculated, csvOf, draft, earlierLines, from, signer, statement, to } from './testing/signed-month.ts'

let folder: string
const { terminal, captured, forget } = captureTerminal(120)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-cli-verify-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  forget()
})
afterEach(() => {
  process.exitCode = undefined
})

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
async function verify(signed: Statement, lines: SavingsLine[], ...more: string[]) {
  const paths = [file('statement.json', JSON.stringify(signed)), '--bill', file('bill.csv', csvOf(lines))]
  await verifyCommand(terminal)
    .exitOverride()
    .parseAsync([...paths, ...more], { from: 'user' })
  return process.exitCode ?? 0
}

it('matches the bill it was calculated from, in any order of lines', async () => {
  const pem = createPublicKey({ key: Buffer.from(signer.publicKey, 'base64'), format: 'der', type: 'spki' })
  const key = file('kept.pem', pem.export({ type: 'spki', format: 'pem' }).toString())
  const checkpoint = file('checkpoint.json', JSON.stringify({ period: '2026-09', ...statement.head }))
  expect(await verify(statement, bill.toReversed(), '--key', key, '--checkpoint', checkpoint)).toBe(0)
  expect(captured.out).toMatch(
    /^Verified\. 2026-09: 4 entries, \d+\.\d{9} USD saved, fee \d+\.\d\d? USD, recalculated from 1490 rows/,
  )
})

it('recalculates the frozen baselines from older bills, and reports missing bills', async () => {
  expect(await verify(statement, [...earlierLines, ...bill], '--baselines')).toBe(0)
  expect(captured.out).toContain('Baselines: 2 of 2 recalculated from your older bills, all match.\n')
  expect(captured.out).toContain('Replacements: 0 found in your bills, same as in the statement.\n')
  forget()
  expect(await verify(statement, bill, '--baselines')).toBe(0)
  expect(captured.out).toContain(`add all bills from ${fromHour(from - 672)} to ${fromHour(to)}.`)
  expect(captured.out).toContain(`2 not checked: add all bills from ${fromHour(from - 672)} to ${fromHour(from)}.`)
  forget()
  expect(await verify(statement, bill)).toBe(0)
  expect(captured.out).toContain('Baselines: 2 taken from the statement. Use --baselines')
  forget()
  const other = earlierLines.filter(({ resource, hour }) => resource !== 'stopped' || hour % 7 > 3)
  expect(await verify(statement, [...other, ...bill], '--baselines')).toBe(1)
  expect(captured.out).toMatch(
    /^Does not match\. The baseline of stopped \(\S+ to \S+\) does not match your bill of that period\.\n$/,
  )
})

it('names the first amount that differs with another bill', async () => {
  const dearer = bill.map((line) =>
    line.resource === 'another' && line.hour >= from + 600 ? { ...line, price: '0.08', contracted: '0.08' } : line,
  )
  expect(await verify(statement, dearer)).toBe(1)
  expect(captured.out).toMatch(
    /^Does not match\. Entry 3 \(accrual of usage, action "terminate" on stopped\) states [\d.]+ USD, but your bill gives [\d.]+ USD\.\n$/,
  )
})

it('names a changed line, also as JSON', async () => {
  const changed = bill.map((line) =>
    line.resource === 'resized' && line.hour === from + 7 ? { ...line, effective: '0.05' } : line,
  )
  expect(await verify(statement, changed, '--json')).toBe(1)
  expect(JSON.parse(captured.out)).toEqual({
    period: '2026-09',
    agrees: false,
    sentence:
      'Entry 2 (accrual of usage, action "rightsize" on resized) was calculated from lines that are not on your bill.',
  })
})

it('derives the price of a bill without prices', async () => {
  const silent = bill.map((line) => (line.resource === 'another' ? { ...line, price: null } : line))
  expect(await verify(statement, silent)).toBe(0)
  expect(captured.out).toContain('Verified.')
})

it('detects a commitment that covered less', async () => {
  expect(
    await verify(
      statement,
      bill.filter(({ resource, hour }) => resource !== 'covered' || hour < from + 49),
    ),
  ).toBe(1)
  expect(captured.out).toContain(
    'Entry 1 (accrual of rate, action "bought" on sp-1) was calculated from lines that are not on your bill.',
  )
})

it('trusts the stated replacements on request, and notes it', async () => {
  expect(await verify(statement, bill, '--no-replacements')).toBe(0)
  expect(captured.out).toContain('Replacements taken from the statement.')
})

it('rejects a statement that does not name the bills it searched for replacements', async () => {
  const { substitution: _, ...without } = draft
  const silent = signStatement(completeStatement(without, calculated, sha256), signer)
  expect(await verify(silent, bill)).toBe(1)
  expect(captured.out).toBe(
    'Does not match. The statement does not name the bills that were searched for replacements.\n',
  )
})

it('needs no bill to detect a changed statement', async () => {
  expect(await verify({ ...statement, billable: '1' }, bill)).toBe(1)
  expect(captured.out).toContain('The signature does not match: the statement was changed after it was signed.')
})

it('checks ledger, signature and fee without a bill', async () => {
  const run = (signed: typeof statement) =>
    verifyCommand(terminal)
      .exitOverride()
      .parseAsync([file('statement.json', JSON.stringify(signed))], { from: 'user' })
  await run(statement)
  expect(captured.out).toMatch(/^Consistent\. 2026-09: the fee of [\d.]+ USD follows from the entries\./)
  expect(captured.out).toContain('Add --bill with the files or folders of your bill of 2026-09')
  forget()
  const { signature: _, ...unsigned } = statement
  const commission = { ...statement.commission, fee: '1.00' }
  await run(signStatement({ ...unsigned, commission }, signer))
  expect(process.exitCode).toBe(1)
  expect(captured.out).toContain('The fee of 2026-09 is 1.00 USD, but its entries give')
})

it('rejects a file that is too large', async () => {
  const path = file('large.json', '{')
  truncateSync(path, 1_100_000_000)
  const command = verifyCommand(terminal).exitOverride()
  await expect(command.parseAsync([path, '--bill', path], { from: 'user' })).rejects.toThrow(
    /large\.json is 1100 MB\. The limit is 500 MB/,
  )
})

it('returns the same result for a plain bill and for one that needs the engine', async () => {
  const paths = [file('statement.json', JSON.stringify(statement))]
  const dressed = csvOf(bill).replaceAll(/,0\.096,/g, ',$0.096,')
  expect(dressed).toContain('$0.096')
  await verifyCommand(terminal)
    .exitOverride()
    .parseAsync([...paths, '--bill', file('dressed.csv', dressed)], { from: 'user' })
  expect(process.exitCode ?? 0).toBe(0)
  expect(captured.out).toMatch(/^Verified\. .* recalculated from 1490 rows/)
})

it('explains what it cannot read', async () => {
  await expect(verify(JSON.parse('{"format":"other"}') as Statement, bill)).rejects.toThrow('format')
  const without = verifyCommand(terminal)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  await expect(without.parseAsync(['a.json', '--baselines'], { from: 'user' })).rejects.toThrow('Add --bill')
})
