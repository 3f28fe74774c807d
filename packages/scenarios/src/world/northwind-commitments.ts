/** Northwind's commitments, its providers' adjustments, and its taxes. */
import type { Builder } from './builder.ts'
import { accounts, regions } from './northwind-places.ts'

export function describeCommitments(world: Builder): void {
  const { shop, erp, reporting, models } = accounts
  const aws = { account: shop, region: regions.virginia }
  // One savings plan over machines of several sizes: its hourly commitment equals the cost of its machines at its
  // rates.
  world.commit({
    ...aws,
    id: 'sp-compute',
    name: 'Compute plan 2026',
    type: 'Savings Plan',
    category: 'Spend',
    sku: 'm6i.16xlarge',
    unitsPerHour: null,
    pricePercent: 72,
  })
  world.commit({
    ...aws,
    id: 'ri-rds-r6g',
    name: 'RDS r6g',
    type: 'Reserved Instance',
    category: 'Usage',
    sku: 'db.r6g.8xlarge',
    unitsPerHour: 3,
    pricePercent: 70,
  })
  const azure = { account: erp, region: regions.eastUs }
  world.commit({
    ...azure,
    id: 'rsv-d4',
    name: 'VM_RI_D64s',
    type: 'Reservation',
    category: 'Usage',
    sku: 'D64s_v5',
    unitsPerHour: 4,
    pricePercent: 62,
  })
  world.commit({
    ...azure,
    id: 'rsv-sql',
    name: 'SQL_RI_erp',
    type: 'Reservation',
    category: 'Usage',
    sku: 'azure sql',
    unitsPerHour: 128,
    pricePercent: 75,
  })
  world.commit({
    ...azure,
    account: reporting,
    id: 'rsv-e4',
    name: 'VM_RI_E64s',
    type: 'Reservation',
    category: 'Usage',
    sku: 'E64s_v5',
    unitsPerHour: 2,
    pricePercent: 62,
  })
  const google = { account: models, region: regions.iowa, type: 'Committed Use Discount', category: 'Usage' } as const
  world.commit({ ...google, id: 'cud-core', name: 'n2-cores', sku: 'n2 core', unitsPerHour: 384, pricePercent: 63 })
  world.commit({ ...google, id: 'cud-ram', name: 'n2-memory', sku: 'n2 ram', unitsPerHour: 1_536, pricePercent: 63 })
  world.commit({
    ...google,
    id: 'cud-sql-core',
    name: 'sql-cores',
    sku: 'cloud sql core',
    unitsPerHour: 128,
    pricePercent: 75,
  })
  world.commit({
    ...google,
    id: 'cud-sql-ram',
    name: 'sql-memory',
    sku: 'cloud sql ram',
    unitsPerHour: 512,
    pricePercent: 75,
  })
}

/** Credits, a correction, subscriptions and a marketplace bill in dollars inside the euro subscription. */
export function describeAdjustments(world: Builder, days: { dayOfMonth: number }[]): void {
  const { shop, erp, europe, models } = accounts
  // Bills are not perfect: in one line the amount is text. In a small file, because a file with such a line is read
  // three times more.
  world.slip({
    account: erp,
    day: world.days - 20,
    description: 'Adjustment under review',
    column: 'BilledCost',
    value: 'pending',
  })
  days.forEach(({ dayOfMonth }, day) => {
    if (dayOfMonth === 1) {
      world.adjust({
        account: shop,
        kind: 'purchase',
        service: 'AWS Support (Business)',
        description: 'AWS Business Support, monthly',
        day,
        cents: 660_000,
        currency: 'USD',
        publisher: 'Amazon Web Services, Inc.',
      })
      world.adjust({
        account: europe,
        kind: 'purchase',
        service: 'Observability Pro',
        description: 'Observability Pro, monthly subscription by a third party',
        day,
        cents: 318_400,
        currency: 'USD',
        publisher: 'Brightwatch Inc.',
      })
    }
    if (dayOfMonth === 5) {
      world.adjust({
        account: shop,
        kind: 'credit',
        service: 'Amazon Elastic Compute Cloud',
        description: 'Migration program credit',
        day,
        cents: -240_000,
        currency: 'USD',
        publisher: 'Amazon Web Services, Inc.',
      })
      world.adjust({
        account: models,
        kind: 'credit',
        service: 'Compute Engine',
        description: 'Promotional credit',
        day,
        cents: -80_000,
        currency: 'USD',
        publisher: 'Google Cloud',
      })
    }
    if (dayOfMonth === 8) {
      world.adjust({
        account: erp,
        kind: 'correction',
        service: 'Bandwidth',
        description: 'Correction of data transfer charged in the month before',
        day,
        cents: -59_760,
        currency: 'USD',
        publisher: 'Microsoft',
      })
    }
  })
}

/** Percent of the billed amount, by billing account. */
export const taxPercent = { '410000000001': 8, '8611002': 21 }
