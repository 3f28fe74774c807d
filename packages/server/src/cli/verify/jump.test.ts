/** `kept verify` after months with a jump, in which the smaller reading is billed: more units at once, and moved work. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavingsAction } from '@kept/domain/action.ts'
import type { Baseline, SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import type { ShapeChange } from '@kept/domain/substitution.ts'
import { exactText, nanoPlaces } from '@kept/engine/savings/exact.ts'
import { completeStatement } from '@kept/engine/savings/statement/complete-statement.ts'
import { signStatement } from '@kept/engine/savings/statement/sign-statement.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { findMovedWork } from '@kept/engine/savings/substitution/find-moved-work.ts'
import { findShapeChange } from '@kept/engine/savings/substitution/find-shape.ts'
import { actionOn, baselineOf, calculateTestMonth, machineLines, sha256 } from '@kept/engine/testing/savings-bill.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { verifyCommand } from './command.ts'
import { invoiceOfMonth, signedInvoicePdf } from './testing/signed-invoice.ts'
import { csvOf, draft, from, signer, to } from './testing/signed-month.ts'

let folder: string
const { terminal, captured, forget } = captureTerminal(120)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-cli-jump-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => forget())
afterEach(() => {
  process.exitCode = undefined
})

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function verify(paper: string, lines: SavingsLine[]): Promise<number | string> {
  process.exitCode = undefined
  forget()
  await verifyCommand(terminal)
    .exitOverride()
    .parseAsync([paper, '--bill', file('bill.csv', csvOf(lines)), '--baselines'], { from: 'user' })
  return process.exitCode ?? 0
}

interface Month {
  lines: SavingsLine[]
  actions: SavingsAction[]
  baselines: Baseline[]
}

function sign({ lines, actions, baselines }: Month, shapes: ShapeChange[]): Statement {
  const { substitution } = draft
  if (!substitution) throw new Error('the month names what was searched')
  const jumped = { ...draft, actions, baselines, substitution: { ...substitution, shapes } }
  const ofMonth = lines.filter(({ hour }) => hour >= from)
  return signStatement(
    completeStatement(jumped, calculateTestMonth(setupOf(jumped, sha256), { lines: ofMonth }), sha256),
    signer,
  )
}

const beginsWith = from - 672
/** Two large machines became three medium ones in one hour: half more units, at half the price. */
function rightsized(): Month & { shapes: ShapeChange[] } {
  const lines = [
    ...machineLines({ resource: 'vm', from: beginsWith, to: from, sku: 'xlarge', price: '0.192', quantity: '2' }),
    ...machineLines({ resource: 'vm', from, to, quantity: '3' }),
  ]
  const baseline = baselineOf(lines, from)
  const action = actionOn(baseline, { kind: 'rightsize', from, from_sku: 'xlarge', to_sku: 'large' })
  const shape = findShapeChange(action, lines)
  return { lines, actions: [action], baselines: [baseline], shapes: shape ? [shape] : [] }
}

/** Off from 0 to 12, and half more runs in the hours that stay on. */
function rescheduled(): Month & { shapes: ShapeChange[] } {
  const hours_of_week = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => hour % 24 < 12)
  const isOff = (hour: number) => hour % 24 < 12
  const ownLines = [
    ...machineLines({ resource: 'vm', from: beginsWith, to: from, quantity: '4' }),
    ...machineLines({ resource: 'vm', from, to, quantity: (hour) => (isOff(hour) ? '0' : '6') }),
  ]
  // An hour of which the bill says nothing claims nothing.
  const lines = [...ownLines, ...machineLines({ resource: 'another', from: beginsWith, to })]
  const baseline = baselineOf(lines, from)
  const action = actionOn(baseline, { kind: 'schedule', from, off_mask: { time_zone: 'UTC', hours_of_week } })
  const shape = findMovedWork(action, ownLines, to)
  return { lines, actions: [action], baselines: [baseline], shapes: shape ? [shape] : [] }
}

it.each([
  // Of 720 hours: two at $0.192 before and three at $0.096 since.
  ['more units at once', rightsized, '69.12', 'Action "rightsize" differs'],
  // 360 hours off at $0.384, less 360 hours on that cost $0.192 more.
  ['work that moved into the hours left on', rescheduled, '69.12', 'Action "schedule" differs'],
])('agrees after %s, and names a statement and an invoice without it', async (_name, world, saved, difference) => {
  const { shapes, ...month } = world()
  expect(shapes).toHaveLength(1)
  const statement = sign(month, shapes)
  expect(exactText({ units: BigInt(statement.net), scale: nanoPlaces })).toBe(saved)
  expect(await verify(file('jump.json', JSON.stringify(statement)), month.lines), captured.out).toBe(0)
  const invoice = invoiceOfMonth({}, statement)
  const parts = { statement: `${JSON.stringify(statement, null, 2)}\n` }
  expect(await verify(file('jump.pdf', await signedInvoicePdf(invoice, parts)), month.lines), captured.out).toBe(0)
  expect(captured.out).toContain('is right to the cent')

  // The larger reading, signed by the right key: the customer's own bill shows what was left out.
  const larger = sign(month, [])
  expect(BigInt(larger.net)).toBeGreaterThan(BigInt(statement.net))
  expect(await verify(file('larger.json', JSON.stringify(larger)), month.lines)).toBe(1)
  expect(captured.out).toContain(difference)
  const charged = { statement: `${JSON.stringify(larger, null, 2)}\n` }
  const pdf = await signedInvoicePdf(invoiceOfMonth({}, larger), charged)
  expect(await verify(file('larger.pdf', pdf), month.lines)).toBe(1)
  expect(captured.out).toContain(difference)
})
