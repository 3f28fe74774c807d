/** Imports into a Kept that is killed meanwhile, and what is visible of them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Import } from '@kept/domain/ingest.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import { type KeptProcess, kill } from './kept-process.ts'
import type { KnownBill } from './kill-bills.ts'

/** The organization that all imports go to. */
export const organization = 'kills'
export const accounts = ['111111111111', '222222222222']
export const months = ['2026-03', '2026-04']

export async function deliver(keptProcess: KeptProcess, scratch: string, bill: KnownBill): Promise<string> {
  const path = join(scratch, `${bill.account}-${bill.month}-${crypto.randomUUID()}.csv`)
  writeFileSync(path, bill.text)
  const answer = await keptProcess.operator('/v1/operator/imports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organization, paths: [path] }),
  })
  const body = (await answer.json()) as { data: { import: Import } }
  if (!answer.ok) throw new Error(`The delivery was refused: ${JSON.stringify(body)}`)
  return body.data.import.id
}

/** Asks again while an engine is being started: "try again" is an answer too. */
async function patiently<T>(request: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 120_000
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (codeOf(error) !== 'unavailable' || performance.now() > deadline) throw error
      await wait(50)
    }
  }
}

export async function untilOver(
  keptProcess: KeptProcess,
  id: string,
  onPoll?: () => Promise<unknown>,
): Promise<Import> {
  for (;;) {
    await onPoll?.()
    const { data } = await patiently(() => keptProcess.client.imports.get({ id }))
    if (data.status === 'failed' || (data.status === 'done' && data.progress.stage === 'done')) return data
    await wait(50)
  }
}

/** "account month" to billed cost, from the public API. */
export async function readTotals(keptProcess: KeptProcess): Promise<Map<string, string>> {
  const { data } = await patiently(() =>
    keptProcess.client.costs.query({ measures: ['billed'], group_by: ['billing_account'], grain: 'billing_month' }),
  )
  return new Map(
    data.rows.map((row) => [`${row.keys.billing_account} ${row.period?.slice(0, 7)}`, row.values.billed ?? 'unknown']),
  )
}

export async function countLost(keptProcess: KeptProcess, acknowledged: string[]): Promise<number> {
  let lostCount = 0
  for (const id of acknowledged) {
    const status = await keptProcess.client.imports.get({ id }).then(
      ({ data }) => data.status,
      () => 'lost',
    )
    if (status !== 'done') lostCount += 1
  }
  return lostCount
}

export async function stop({ process: child }: KeptProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([exited, wait(20_000)])
  await kill(child)
}

export function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended already
  }
}

export function haveSameTotals(totals: Map<string, string>, other: Map<string, string>): boolean {
  return totals.size === other.size && [...totals].every(([key, billed]) => other.get(key) === billed)
}

export function accountMonthOf({ account, month }: KnownBill): string {
  return `${account} ${month}`
}

export function pick<Item>(items: Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}
