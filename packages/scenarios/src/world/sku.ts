import type { Cloud } from './cloud.ts'

/** One price of a provider's list. */
export interface Sku {
  cloud: Cloud
  service: string
  category: string
  subcategory: string
  /** The provider's meter; on AWS the region's prefix is put before it. */
  meter: string
  description: string
  unit: string
  /** US dollars as text, exact. */
  price: string
  instanceType?: string
  /** Charged for a place that is kept free, or at the price of spare capacity. */
  pricing?: 'Standard' | 'Dynamic'
}
