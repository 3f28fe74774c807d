/** A sample world from a seed: the same options give the same world, on every machine. */
import { type Random, random } from '../random.ts'
import { adjustmentsOf, commitmentsOf, regionOf } from './build-contracts.ts'
import type { MachineKey } from './products.ts'
import type { SampleAccount, SampleAdjustment, SampleResource, SampleWorld } from './world.ts'

export interface SampleOptions {
  /** "2026-07": the first month. */
  start: string
  months: number
  seed: string
  /** The number of machines, at least 4; everything else follows from it. */
  machines: number
  /** Reservations and savings plans. */
  commitments: boolean
  /** Whether part of a commitment may be paid upfront. */
  upfront: boolean
  spot: boolean
  /** One more account, billed in euros. */
  secondCurrency: boolean
  /** Other charges: a promotion, a correction, a marketplace subscription, tax. */
  adjustments: readonly (SampleAdjustment['kind'] | 'tax')[]
  /** Discount on the list price. */
  discountPercent: number
}

const sampleDefaults: SampleOptions = {
  start: '2026-07',
  months: 3,
  seed: 'sample',
  machines: 12,
  commitments: true,
  upfront: true,
  spot: true,
  secondCurrency: false,
  adjustments: ['credit', 'refund', 'subscription', 'tax'],
  discountPercent: 0,
}

const teams = ['checkout', 'search', 'payments', 'data', 'platform'] as const
const sizes = ['machine-small', 'machine-medium', 'machine-large'] as const satisfies MachineKey[]
const million = 1_000_000

export function buildSampleWorld(options: Partial<SampleOptions> = {}): SampleWorld {
  const all = { ...sampleDefaults, ...options }
  const from = random(`sample-bill/${all.seed}`)
  const first = Temporal.PlainYearMonth.from(all.start).toPlainDate({ day: 1 })
  const start = first.toString()
  const end = first.add({ months: all.months }).toString()
  const hours = first.until(end, { largestUnit: 'days' }).days * 24
  const accounts = accountsOf(all.secondCurrency)
  const machines = machinesOf(all, hours, accounts, from)
  return {
    seed: all.seed,
    start,
    end,
    payerName: 'Fairview Outfitters',
    accounts,
    resources: [...machines, ...othersOf(machines, hours, accounts, from)],
    commitments: all.commitments ? commitmentsOf(all, hours, accounts, machines) : [],
    adjustments: adjustmentsOf(all, accounts, first).filter(({ kind }) => all.adjustments.includes(kind)),
    discountPercent: all.discountPercent,
    spotPercent: 35,
    taxPercent: all.adjustments.includes('tax') ? 20 : 0,
  }
}

function accountsOf(secondCurrency: boolean): SampleAccount[] {
  return [
    { key: 'production', name: 'fairview-production', currency: 'USD' },
    { key: 'development', name: 'fairview-development', currency: 'USD' },
    ...(secondCurrency ? [{ key: 'europe', name: 'fairview-europe', currency: 'EUR' }] : []),
  ]
}

/** Of every four machines, one runs in office hours, and one starts or ends within the world. */
function machinesOf(
  { machines, spot }: SampleOptions,
  hours: number,
  accounts: readonly SampleAccount[],
  from: Random,
): SampleResource[] {
  return Array.from({ length: machines }, (_, index) => {
    const random = from.fork(`machine-${index}`)
    const account = accounts[index % accounts.length] as SampleAccount
    const team = random.pick(teams)
    const middle = random.integer(Math.floor(hours / 4), Math.floor((hours * 3) / 4))
    const role = index % 4
    return {
      key: `machine-${index}`,
      name: `${team}-${index + 1}`,
      kind: 'machine',
      account,
      region: regionOf(account),
      tags: tagsOf(index, team, `${team}-${index + 1}`, account, middle < hours / 2),
      spot: spot && index % 7 === 5,
      uses: [
        {
          product: sizes[index % sizes.length] ?? 'machine-medium',
          pattern: {
            kind: 'hourly',
            from: role === 3 && index % 8 === 3 ? middle : 0,
            until: role === 3 && index % 8 === 7 ? middle : hours,
            officeHours: role === 1,
          },
        },
      ],
    }
  })
}

/** A disk for each machine, and other resources of a small company. */
function othersOf(
  machines: readonly SampleResource[],
  hours: number,
  accounts: readonly SampleAccount[],
  from: Random,
): SampleResource[] {
  const daily = (_key: string, perDay: number) => ({ kind: 'daily', perDay: Math.round(perDay * million) }) as const
  const always = { kind: 'hourly', from: 0, until: hours, officeHours: false } as const
  const disks = machines.map(
    (machine, index): SampleResource => ({
      ...machine,
      key: `disk-${index}`,
      name: `${machine.name}-data`,
      kind: 'disk',
      spot: false,
      // 100 to 400 gigabytes, a thirtieth of the month's price each day.
      uses: [{ product: 'disk', pattern: daily('disk', (100 * (1 + (index % 4))) / 30) }],
    }),
  )
  const ofAccount = accounts.flatMap((account, index): SampleResource[] => {
    const random = from.fork(`account-${account.key}`)
    const base = { account, region: regionOf(account), spot: false } as const
    return [
      {
        ...base,
        key: `bucket-${account.key}`,
        name: `fairview-${account.key}-files`,
        kind: 'bucket',
        tags: { Team: 'platform', Environment: account.key },
        uses: [
          { product: 'object-storage', pattern: daily('storage', random.integer(20, 90)) },
          { product: 'object-requests', pattern: daily('requests', random.integer(3, 40) / 10) },
          { product: 'egress', pattern: daily('egress', random.integer(5, 60)) },
          { product: 'ingress', pattern: daily('ingress', random.integer(5, 60)) },
        ],
      },
      {
        ...base,
        key: `database-${account.key}`,
        name: `orders-${account.key}`,
        kind: 'database',
        tags: { Team: 'payments', Environment: account.key, Name: `orders-${account.key}` },
        uses: [{ product: 'database', pattern: always }],
      },
      ...(index === 0
        ? ([
            {
              ...base,
              key: 'load-balancer',
              name: 'shop-entrance',
              kind: 'load-balancer',
              tags: { team: 'platform' },
              uses: [{ product: 'load-balancer', pattern: always }],
            },
            {
              ...base,
              key: 'model',
              name: 'assistant',
              kind: 'model',
              tags: { Team: 'search', Environment: account.key },
              uses: [
                { product: 'ai-input', pattern: daily('input', random.integer(400, 900)) },
                { product: 'ai-output', pattern: daily('output', random.integer(100, 300)) },
              ],
            },
          ] satisfies SampleResource[])
        : []),
    ]
  })
  return [...disks, ...ofAccount]
}

/** Tag keys as users write them: one missing here, another notation there, none at all on some. */
function tagsOf(
  index: number,
  team: string,
  name: string,
  account: SampleAccount,
  hasCostCenter: boolean,
): Record<string, string> {
  if (index % 6 === 4) return {}
  return {
    Name: name,
    [index % 5 === 2 ? 'team' : 'Team']: team,
    Environment: account.key,
    ...(hasCostCenter ? { 'Cost Center': `cc-${100 + index}, "shop"` } : {}),
  }
}
