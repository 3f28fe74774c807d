/**
 * Public prices of what is billed by the call: they stand in where neither the customer's bill nor a file says better.
 * Pay-as-you-go, first tier, without free allowances, as published in August 2026 for the clouds' main regions.
 */
import type { IterationPrice } from '@kept/domain/loop-price.ts'
import type { LoopUse } from './loop-use.ts'

type ListPrice = Omit<IterationPrice, 'currency' | 'source'>

const functions: Record<'aws' | 'azure' | 'gcp', ListPrice[]> = {
  aws: [
    { sku_price_id: 'list/aws/lambda/requests', unit_price: '0.0000002', units: '1', unit: 'Requests' },
    { sku_price_id: 'list/aws/lambda/gb-seconds', unit_price: '0.0000166667', units: 'gb_seconds', unit: 'GB-Seconds' },
  ],
  azure: [
    { sku_price_id: 'list/azure/functions/executions', unit_price: '0.0000002', units: '1', unit: 'Executions' },
    {
      sku_price_id: 'list/azure/functions/gb-seconds',
      unit_price: '0.000016',
      units: 'gb_seconds',
      unit: 'GB-Seconds',
    },
  ],
  gcp: [
    { sku_price_id: 'list/gcp/functions/invocations', unit_price: '0.0000004', units: '1', unit: 'Invocations' },
    { sku_price_id: 'list/gcp/functions/gb-seconds', unit_price: '0.0000025', units: 'gb_seconds', unit: 'GB-Seconds' },
  ],
}

/** Of one message: it is sent, received and deleted. */
const queue: ListPrice[] = [
  { sku_price_id: 'list/aws/sqs/requests', unit_price: '0.0000004', units: '3', unit: 'Requests' },
]

export function listPricesOf({ kind, provider, id }: LoopUse): IterationPrice[] {
  const list =
    kind === 'serverless' && provider !== null ? functions[provider] : /^arn:[^:]*:sqs:/.test(id) ? queue : []
  return list.map((price) => ({ ...price, currency: 'USD', source: 'list' }))
}
