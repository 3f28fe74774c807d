/** Northwind's completed actions: three machines whose bills show the change, and the estimates before it. */
import type { Builder } from './builder.ts'
import { hourly } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'
import { monthOf } from './truth.ts'
import type { World } from './world.ts'

/** Days of the world: four weeks must precede each action, for a baseline. */
const terminatedDay = 31
const scheduled = 36
const resized = 46

interface CompletedAction {
  /** The changed machine. */
  name: string
  kind: 'terminate' | 'schedule' | 'rightsize'
  title: string
  /** The rule of the recommendation. */
  rule: string
  day: number
  /** The estimated monthly saving of the recommendation. */
  estimate: number
  evidence: string
}

const { shop, shopDev } = accounts

const completedActions: readonly CompletedAction[] = [
  {
    ...{ name: 'campaign-render', kind: 'terminate', day: terminatedDay, rule: 'idle-instance' },
    ...{ title: 'Render machine of last year’s campaign ended', evidence: 'CHG-2041' },
    estimate: monthOf('m6i.32xlarge', 720, shop),
  },
  {
    ...{ name: 'qa-runner', kind: 'schedule', day: scheduled, rule: 'non-production-always-on' },
    ...{ title: 'Test runner on from Monday to Friday, 7 to 19', evidence: 'CHG-2057' },
    estimate: (monthOf('m6i.16xlarge', 720, shopDev) * 108) / 168,
  },
  {
    ...{ name: 'invoice-worker', kind: 'rightsize', day: resized, rule: 'rightsize-instance' },
    ...{ title: 'Invoice worker at half the size', evidence: 'CHG-2090' },
    estimate: monthOf('m6i.16xlarge', 720, shop) - monthOf('m6i.8xlarge', 720, shop),
  },
]

export function describeDone(world: Builder): void {
  const location = { region: regions.virginia, team: teams.storefront, application: 'webshop' }
  world.add({
    ...{ ...location, account: shop, kind: 'machine', name: 'campaign-render', to: terminatedDay },
    charges: [hourly('m6i.32xlarge')],
  })
  world.add({
    ...{ ...location, account: shopDev, kind: 'machine', name: 'qa-runner' },
    charges: [hourly('m6i.16xlarge')],
    shape: { is: 'office_since', day: scheduled, from: 7, to: 19 },
    tags: { Environment: 'dev', Team: 'storefront' },
  })
  world.add({
    ...{ ...location, account: shop, kind: 'machine', name: 'invoice-worker' },
    charges: [
      { ...hourly('m6i.16xlarge'), shape: { is: 'between', from: 0, to: resized } },
      { ...hourly('m6i.8xlarge'), shape: { is: 'between', from: resized, to: world.days } },
    ],
  })
}

/** The actions with the resources of a world, and the day from which the bill shows the change. */
export function doneIn(world: World): (CompletedAction & { resourceId: string; date: string })[] {
  return completedActions.flatMap((action) => {
    const resource = world.resources.find(({ name }) => name === action.name)
    const date = world.days[action.day - 1]?.date
    return resource && date ? [{ ...action, resourceId: resource.id, date }] : []
  })
}
