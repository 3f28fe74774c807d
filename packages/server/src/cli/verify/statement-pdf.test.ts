/** `kept verify` with the PDF of a statement, as it is downloaded. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openIssuer } from '../../billing/testing/issue-one.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { verifyCommand } from './command.ts'

let kept: TestKept
let folder: string
beforeAll(async () => {
  kept = await openKept()
  folder = mkdtempSync(join(tmpdir(), 'kept-statement-'))
})
afterAll(async () => {
  process.exitCode = undefined
  rmSync(folder, { recursive: true, force: true })
  await kept.close()
})

it('reads the signed statement that is attached', async () => {
  const issue = await openIssuer(kept)
  await issue(400n)
  const [statement] = (await kept.client.savings.statements({})).data
  const response = await fetch(`${kept.url}/v1/savings/statements/${statement?.id}/pdf`, {
    headers: kept.headers('own'),
  })
  const path = join(folder, '2026-09-USD.statement.pdf')
  writeFileSync(path, Buffer.from(await response.arrayBuffer()))
  const { terminal, captured } = captureTerminal(120)
  await verifyCommand(terminal).exitOverride().parseAsync([path], { from: 'user' })
  expect(captured.out).toContain('The pages around it are not compared.')
  // The statement of the test was made by another method, which is the first thing that is checked.
  expect(captured.out).toContain('The statement uses method 1')
  expect(process.exitCode).toBe(1)
})
