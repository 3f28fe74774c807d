/** Worlds on the real way from bill to ledger: what is booked of each account's actions. */
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import { reboundBillCsv, type WorldResource } from '@kept/scenarios/savings/rebound/machines.ts'
import { expect, vi } from 'vitest'
import { ruleFor } from '../../commission/public/commission-rule.ts'
import type { TestKept } from '../../testing.ts'
import { savingsDeps } from '../create-deps.ts'
import { runSavings } from '../run-savings.ts'

interface MeasuredAccount {
  readonly account: string
  readonly resources: readonly WorldResource[]
  readonly actions: readonly {
    resource: string
    kind: 'terminate' | 'rightsize' | 'schedule'
    at: Hour
    /** Of a schedule: hours of the week (UTC) that are off. */
    offHours?: readonly number[]
  }[]
}

/** Booked by account, in units of the currency; one bill with all accounts, one statement. */
export async function bookedByAccount(
  kept: TestKept,
  accounts: readonly MeasuredAccount[],
  deliver: (bill: string) => Promise<unknown>,
): Promise<Map<string, number>> {
  for (const { account, actions } of accounts) {
    for (const { resource, kind, at, offHours } of actions) {
      const off_mask = offHours && { time_zone: 'UTC', hours_of_week: [...offHours] }
      await kept.client.savings.record({
        ...{ title: account, resource_id: resource, kind, not_before: fromHour(at - 24), evidence: '' },
        ...(off_mask && { off_mask }),
      })
    }
  }
  await deliver([...reboundBillCsv(accounts)].join(''))
  await runSavings(
    savingsDeps(kept.server.services, (scope, month, currency) => ruleFor(kept.world.database, scope, month, currency)),
    kept.world.scope,
  )
  await vi.waitFor(async () => expect((await kept.client.savings.statements({})).data).toHaveLength(1), 60_000)
  const { data } = await kept.client.savings.actions({})
  expect(data.filter(({ state }) => state !== 'counting').map(({ title, reason }) => [title, reason])).toEqual([])
  const booked = new Map<string, number>()
  for (const { title, booked: amount } of data) booked.set(title, (booked.get(title) ?? 0) + Number(amount ?? 0))
  return booked
}
