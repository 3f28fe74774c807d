/**
 * Public prices of Oracle Cloud, which are the same in all commercial regions: its price list, by part number. Load
 * balancers are left out, because the hours of the first one are free; reserved addresses are free.
 */
import { add, type Decimal, decimal, isDecimal, multiply } from '@kept/foundation/decimal.ts'
import { brought, hourly, type Priced, type PricedResource, stored } from './inventory-price.ts'

/** Block Volume - Storage (B91961) a gigabyte and month, and each performance unit of a gigabyte (B91962). */
const volumePrice = '0.0255'
const performanceUnitPrice = '0.0017'

/** An OCPU and a gigabyte of memory, an hour. Of A1 the first 3,000 OCPU hours are free: it is left out. */
const shapePrices: Readonly<Record<string, { meter: string; ocpu: Decimal; memory: Decimal }>> = {
  'VM.Standard.E3.Flex': { meter: 'Standard - E3', ocpu: '0.025', memory: '0.0015' },
  'VM.Standard.E4.Flex': { meter: 'Standard - E4', ocpu: '0.025', memory: '0.0015' },
  'VM.Standard.E5.Flex': { meter: 'Standard - E5', ocpu: '0.03', memory: '0.002' },
  'VM.Standard3.Flex': { meter: 'Standard - X9', ocpu: '0.04', memory: '0.0015' },
  'VM.Optimized3.Flex': { meter: 'Optimized - X9', ocpu: '0.054', memory: '0.0015' },
}

export function ociPriceOf({ type, size, state, attributes }: PricedResource): Priced | undefined {
  switch (type) {
    case 'Instance': {
      const shape = shapePrices[size]
      const { ocpus, memory_gb: memory, lifecycle } = attributes
      if (!shape || state !== 'running' || lifecycle === 'spot' || !isAmount(ocpus) || !isAmount(memory))
        return undefined
      const price = add(multiply(decimal(ocpus), shape.ocpu), multiply(decimal(memory), shape.memory))
      return hourly(shape.meter, brought(price), size)
    }
    case 'Volume': {
      const units = attributes.vpus_per_gb ?? '0'
      if (!isAmount(units)) return undefined
      const price = add(volumePrice, multiply(decimal(units), performanceUnitPrice))
      return stored('Block Volume - Storage', attributes.size_gb, brought(price))
    }
    default:
      return undefined
  }
}

function isAmount(text: string | undefined): text is Decimal {
  return text !== undefined && isDecimal(text)
}
