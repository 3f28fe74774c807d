/** For tests: a bill with idle public addresses, for each of which there is one recommendation. */
import { expect, vi } from 'vitest'
import type { TestKept } from '../testing.ts'

/** A month of idle addresses at a dime a day each, in the given currency. */
export function idleAddressBill(addresses: string[], currency = 'USD'): string {
  const columns =
    'BilledCost,EffectiveCost,ContractedCost,ListCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ChargeDescription,PricingCategory,PricingQuantity,PricingUnit,ProviderName,ServiceName,ServiceCategory,SubAccountId,RegionId,ResourceId,SkuMeter,Tags'
  const lines = addresses.flatMap((address) =>
    Array.from({ length: 30 }, (_, i) => {
      const day = `2026-06-${String(i + 1).padStart(2, '0')}`
      const next = i === 29 ? '2026-07-01' : `2026-06-${String(i + 2).padStart(2, '0')}`
      return `0.1,0.1,0.1,0.1,${currency},4711,2026-06-01T00:00:00Z,2026-07-01T00:00:00Z,${day}T00:00:00Z,${next}T00:00:00Z,Usage,Idle public IPv4 address,Standard,24,Hours,AWS,Amazon Virtual Private Cloud,Networking,11,us-east-1,${address},PublicIPv4:IdleAddress,"{""env"":""prod""}"`
    }),
  )
  return `${columns}\n${lines.join('\n')}\n`
}

/** Imports a bill and waits until it is evaluated; returns the ID of its import. */
export async function deliverBill(kept: TestKept, text: string): Promise<string> {
  const answer = await fetch(`${kept.url}/v1/uploads?name=bill.csv`, {
    method: 'POST',
    headers: kept.headers('own'),
    body: text,
  })
  const { data: upload } = (await answer.json()) as { data: { id: string } }
  const { data } = await kept.client.imports.create({ uploads: [upload.id], accept_smaller: true })
  await vi.waitFor(
    async () => {
      const { data: now } = await kept.client.imports.get({ id: data.id })
      if (now.status === 'failed') throw new Error(now.error)
      expect([now.status, now.progress.stage]).toEqual(['done', 'done'])
    },
    { interval: 100, timeout: 300_000 },
  )
  return data.id
}
