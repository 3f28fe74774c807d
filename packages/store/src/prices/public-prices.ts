/** Public on-demand prices of machines: used where the customer's bill has no price. */
import { readFileSync } from 'node:fs'
import type { UnitPrice } from '@kept/domain/price.ts'

const file = new URL('./public/on-demand.csv', import.meta.url)
const lists: Record<string, { provider: string; label: string }> = {
  aws: { provider: 'aws', label: 'AWS’ public on-demand price, Linux, August 2026' },
  azure: { provider: 'azure', label: 'Microsoft’s public on-demand price, August 2026' },
}

let read: UnitPrice[] | undefined

/** Read once; two regions of a list are enough for the ratio between two sizes, which is what rules use. */
export function publicPrices(): readonly UnitPrice[] {
  read ??= parse(readFileSync(file, 'utf8'))
  return read
}

function parse(text: string): UnitPrice[] {
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [cloud = '', region = '', instance_type = '', vcpus = '', memory = '', , price = ''] = line.split(',')
      const list = lists[cloud]
      return {
        source: 'public_list',
        provider: list?.provider ?? cloud,
        currency: 'USD',
        region,
        sku_price_id: '',
        instance_type,
        meter: '',
        description: '',
        pricing_unit: 'Hours',
        price,
        vcpus: vcpus === '' ? null : Number(vcpus),
        memory_gib: memory === '' ? null : Number(memory),
        source_description: `${list?.label ?? 'a public price list'}, ${region}`,
      }
    })
}
