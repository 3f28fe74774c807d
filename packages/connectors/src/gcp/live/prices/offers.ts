/** How the Cloud Billing Catalog names what Kept prices: the service, and the SKU among those of a region. */
import type { PricedProduct, PriceUnit } from '@kept/domain/list-price.ts'

/** In the order in which they are read. */
export const catalogServices = ['Compute Engine', 'Cloud SQL'] as const
export type CatalogService = (typeof catalogServices)[number]

interface SkuOfCatalog {
  description: string
  category: { usageType: string }
}

export interface GcpOffers {
  service: CatalogService
  unit: PriceUnit
  /** As the catalog writes `unit`. */
  usageUnit: 'h' | 'GiBy.h' | 'GiBy.mo'
  isOffer(sku: SkuOfCatalog): boolean
}

/** The start of the description of its SKUs, by family: "E2 Instance Core running in Americas". */
const machineNames: Readonly<Record<string, string>> = {
  e2: 'E2 Instance',
  t2d: 'T2D AMD Instance',
  t2a: 'T2A Arm Instance',
  c2d: 'C2D AMD Instance',
  c3: 'C3 Instance',
  c3d: 'C3D Instance',
  c4: 'C4 Instance',
  c4a: 'C4A Arm Instance',
  n4: 'N4 Instance',
}

const diskNames: Readonly<Record<string, string>> = {
  'pd-standard': 'Storage PD Capacity',
  'pd-balanced': 'Balanced PD Capacity',
  'pd-ssd': 'SSD backed PD Capacity',
  'hyperdisk-balanced': 'Hyperdisk Balanced Capacity',
}

const databaseParts: Readonly<Record<string, { name: string; usageUnit: 'h' | 'GiBy.h' }>> = {
  vCPU: { name: 'vCPU', usageUnit: 'h' },
  memory: { name: 'RAM', usageUnit: 'GiBy.h' },
  'db-f1-micro': { name: 'Micro instance', usageUnit: 'h' },
  'db-g1-small': { name: 'Small instance', usageUnit: 'h' },
}

/** cloud.google.com/skus. Undefined for what it has no offer for. */
export function offersOf(product: PricedProduct): GcpOffers | undefined {
  const { kind, type, variant } = product
  switch (kind) {
    case 'instance': {
      const name = machineNames[type]
      if (name === undefined) return undefined
      const isCpu = variant === 'CPU'
      return onDemand('Compute Engine', isCpu ? 'h' : 'GiBy.h', `${name} ${isCpu ? 'Core' : 'Ram'} running`)
    }
    case 'volume': {
      const name = diskNames[type]
      return name === undefined
        ? undefined
        : onDemand('Compute Engine', 'GiBy.mo', variant === '' ? name : `Regional ${name}`)
    }
    case 'snapshot':
      return onDemand('Compute Engine', 'GiBy.mo', 'Storage PD Snapshot')
    case 'address':
      return onDemand(
        'Compute Engine',
        'h',
        variant === 'idle' ? 'Static Ip Charge' : 'External IP Charge on a Standard VM',
      )
    case 'database':
      return databaseOffersOf(product)
    default:
      return undefined
  }
}

/** "MySQL, multi-zone" is "Cloud SQL for MySQL: Regional - vCPU in Frankfurt". */
function databaseOffersOf({ type, variant }: PricedProduct): GcpOffers | undefined {
  const part = databaseParts[type]
  const [engine, zones] = variant.split(', ')
  if (part === undefined || zones === undefined) return undefined
  const availability = zones === 'multi-zone' ? 'Regional' : 'Zonal'
  return onDemand('Cloud SQL', part.usageUnit, `Cloud SQL for ${engine}: ${availability} - ${part.name}`)
}

/** The name, and then perhaps the place. A description that goes on otherwise is of another product. */
function onDemand(service: CatalogService, usageUnit: GcpOffers['usageUnit'], name: string): GcpOffers {
  const isOfName = (description: string) => {
    const rest = description.slice(name.length)
    // In parentheses stands what it is sold for, such as a defined duration.
    const isPlace = rest === '' || /^ in [^()]+$/i.test(rest)
    return isPlace && description.slice(0, name.length).toLowerCase() === name.toLowerCase()
  }
  return {
    service,
    unit: usageUnit === 'GiBy.mo' ? 'GB-Mo' : 'Hrs',
    usageUnit,
    isOffer: (sku) => sku.category.usageType === 'OnDemand' && isOfName(sku.description),
  }
}
