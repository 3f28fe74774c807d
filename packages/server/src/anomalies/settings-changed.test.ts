/** What decides about anomalies is changed: the costs are looked at again, without a new bill. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2026-11-03T08:00:00Z') })
})
afterAll(() => kept.close())

/** Resolves when the costs of this organization have been looked at since `act` began. */
async function detectedAfter(act: () => Promise<unknown>): Promise<void> {
  const logged = vi.spyOn(kept.server.services.log, 'info')
  try {
    await act()
    const detected = { event: 'anomalies.detected', organization_id: kept.world.scope.organizationId }
    const passed = () => expect(logged).toHaveBeenCalledWith(expect.objectContaining(detected), expect.any(String))
    await vi.waitFor(passed, { timeout: 60_000, interval: 50 })
  } finally {
    logged.mockRestore()
  }
}

const team = (country: string) => ({ team_name: 'payments', calendar: { country } })

it('looks for anomalies again when a team gets the public holidays of a country', async () => {
  const { developerBehavior } = kept.client
  await detectedAfter(() => developerBehavior.putSettings({ teams: [team('DE')] }))
})

it('looks again when what counts as an anomaly changes', async () => {
  await detectedAfter(() => kept.client.anomalies.settings({ min_daily_excess: '250', notify_from: 'high' }))
})
