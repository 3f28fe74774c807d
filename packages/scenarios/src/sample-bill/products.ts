/**
 * What a sample world consumes. Prices are made up and the same in every format, so that one world costs the same with
 * every provider; the provider's name of a product is with that provider's writer.
 */
export type ProductKey =
  | 'machine-small'
  | 'machine-medium'
  | 'machine-large'
  | 'machine-extra-large'
  | 'disk'
  | 'object-storage'
  | 'object-requests'
  | 'database'
  | 'egress'
  | 'ingress'
  | 'load-balancer'
  | 'ai-input'
  | 'ai-output'

interface Product {
  /** The unit of `price`; ten thousand requests and a thousand tokens are counted as blocks. */
  unit: 'hour' | 'gigabyte_month' | 'gigabyte' | 'ten_thousand' | 'thousand_tokens'
  /** Public list price per unit, at most six decimals. */
  price: string
  /** For machines and databases. */
  cpus?: number
  gibibytes?: number
}

export const products: Record<ProductKey, Product> = {
  'machine-small': { unit: 'hour', price: '0.052', cpus: 2, gibibytes: 4 },
  'machine-medium': { unit: 'hour', price: '0.104', cpus: 2, gibibytes: 8 },
  'machine-large': { unit: 'hour', price: '0.208', cpus: 4, gibibytes: 16 },
  'machine-extra-large': { unit: 'hour', price: '0.416', cpus: 8, gibibytes: 32 },
  disk: { unit: 'gigabyte_month', price: '0.084' },
  'object-storage': { unit: 'gigabyte_month', price: '0.0245' },
  'object-requests': { unit: 'ten_thousand', price: '0.043' },
  database: { unit: 'hour', price: '0.178', cpus: 2, gibibytes: 16 },
  egress: { unit: 'gigabyte', price: '0.0875' },
  ingress: { unit: 'gigabyte', price: '0' },
  'load-balancer': { unit: 'hour', price: '0.024' },
  'ai-input': { unit: 'thousand_tokens', price: '0.0029' },
  'ai-output': { unit: 'thousand_tokens', price: '0.0146' },
}

export type MachineKey = Extract<ProductKey, `machine-${string}`>

export function isMachine(product: ProductKey): product is MachineKey {
  return product.startsWith('machine-')
}
