import type { Cloud } from './cloud.ts'

/** One price of a provider's list. */
export interface Sku {
  cloud: Cloud
  service: string
  category: string
  subcategory: string
  /** The provider's meter; on AWS the region's prefix is added. */
  meter: string
  description: string
  unit: string
  /** US dollars as text, exact. */
  price: string
  instanceType?: string
  /** Charged for reserved capacity, or at the spot price. */
  pricing?: 'Standard' | 'Dynamic'
}
