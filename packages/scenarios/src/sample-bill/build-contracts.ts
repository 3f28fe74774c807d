/** The contracts of a sample world: reservations, savings plans, and charges other than consumption. */
import { isMachine, products } from './products.ts'
import type { RegionKey, SampleAccount, SampleAdjustment, SampleCommitment, SampleResource } from './world.ts'

export function regionOf(account: SampleAccount): RegionKey {
  return account.currency === 'EUR' ? 'europe' : 'america'
}

/**
 * In each currency: a reservation of one machine more than usually runs, one that is never used and begins within the
 * world, and a savings plan that is sometimes too small and sometimes too large.
 */
export function commitmentsOf(
  { upfront, machines: count }: { upfront: boolean; machines: number },
  hours: number,
  accounts: readonly SampleAccount[],
  machines: readonly SampleResource[],
): SampleCommitment[] {
  const buyers = accounts.filter(
    ({ currency }, index) => accounts.findIndex((account) => account.currency === currency) === index,
  )
  return buyers.flatMap((account): SampleCommitment[] => {
    const region = regionOf(account)
    const eligibleMachines = machines.filter(
      (machine) => machine.account.currency === account.currency && !machine.spot,
    )
    const product = eligibleMachines
      .map(({ uses }) => uses[0]?.product)
      .find((key) => key !== undefined && isMachine(key))
    const middle = Math.floor(hours / 2)
    const eligible = eligibleMachines.reduce(
      (total, { uses }) => total + Number(products[uses[0]?.product ?? 'disk'].price),
      0,
    )
    // Half of the maximum usage, in whole thousandths: too little by day, too much at night.
    const perHour = Math.max(10, Math.round(eligible * 500))
    const base = { account, region }
    return [
      {
        ...base,
        key: `reservation-${account.key}`,
        name: `${account.name} reserved machines`,
        kind: 'reservation',
        product: product ?? 'machine-medium',
        count: Math.max(2, Math.floor(count / 6)),
        from: -2000,
        until: -2000 + 8760,
        termYears: 1,
        upfrontPerHour: upfront ? '0.017' : '0',
        recurringPerHour: upfront ? '0.016' : '0.034',
      },
      {
        ...base,
        key: `idle-reservation-${account.key}`,
        name: `${account.name} reserved large machines`,
        kind: 'reservation',
        // No machine of this size ever runs: it is completely unused.
        product: 'machine-extra-large',
        count: 1,
        from: middle,
        until: middle + 8760,
        termYears: 1,
        upfrontPerHour: upfront ? '0.061' : '0',
        recurringPerHour: upfront ? '0' : '0.066',
      },
      {
        ...base,
        key: `savings-plan-${account.key}`,
        name: `${account.name} savings plan`,
        kind: 'savings_plan',
        from: Math.floor(hours / 5),
        until: Math.floor(hours / 5) + 8760 * 3,
        termYears: 3,
        upfrontPerHour: thousandths(upfront ? Math.floor(perHour / 2) : 0),
        recurringPerHour: thousandths(upfront ? perHour - Math.floor(perHour / 2) : perHour),
        ratePercent: 72,
      },
    ]
  })
}

function thousandths(count: number): string {
  return (count / 1000).toFixed(3)
}

export function adjustmentsOf(
  { months }: { months: number },
  accounts: readonly SampleAccount[],
  first: Temporal.PlainDate,
): SampleAdjustment[] {
  const dayOf = (month: number, day: number) =>
    first.until(first.add({ months: month, days: day - 1 }), { largestUnit: 'days' }).days
  const account = accounts[0] as SampleAccount
  return [
    ...Array.from({ length: months }, (_, month): SampleAdjustment[] => [
      {
        kind: 'subscription',
        account,
        day: dayOf(month, 1),
        cents: 4900,
        description: 'Log viewer, monthly subscription',
        publisher: 'Larkspur Software',
      },
      {
        kind: 'credit',
        account,
        day: dayOf(month, 12),
        cents: -2575,
        description: 'Promotional credit',
        publisher: '',
      },
    ]).flat(),
    {
      kind: 'refund',
      account,
      day: dayOf(months - 1, 18),
      cents: -1234,
      description: 'Refund for a service interruption',
      publisher: '',
    },
  ]
}
