/** Northwind's completed actions: machines whose bills show the change, over half a year, and the estimates before it. */
import type { Builder } from './builder.ts'
import { hourly } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'
import { monthOf } from './truth.ts'
import type { World } from './world.ts'

/** Days of the world: four weeks must precede each action, for a baseline; of a schedule, with hours of its account. */
const actionDays = { campaign: 29, invoices: 32, indexer: 75, returns: 108, qa: 154 } as const

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
const halved = monthOf('m6i.16xlarge', 720, shop) - monthOf('m6i.8xlarge', 720, shop)

const completedActions: readonly CompletedAction[] = [
  {
    ...{ name: 'campaign-render', kind: 'terminate', day: actionDays.campaign, rule: 'idle-instance' },
    ...{ title: 'Render machine of last year’s campaign ended', evidence: 'CHG-2041' },
    estimate: monthOf('m6i.32xlarge', 720, shop),
  },
  {
    ...{ name: 'qa-runner', kind: 'schedule', day: actionDays.qa, rule: 'non-production-always-on' },
    ...{ title: 'Test runner on from Monday to Friday, 7 to 19', evidence: 'CHG-2057' },
    estimate: (monthOf('m6i.16xlarge', 720, shopDev) * 108) / 168,
  },
  {
    ...{ name: 'invoice-worker', kind: 'rightsize', day: actionDays.invoices, rule: 'rightsize-instance' },
    ...{ title: 'Invoice worker at half the size', evidence: 'CHG-2090' },
    estimate: halved,
  },
  {
    ...{ name: 'returns-export', kind: 'terminate', day: actionDays.returns, rule: 'idle-instance' },
    ...{ title: 'Export of returns ended with its last reader', evidence: 'CHG-2133' },
    estimate: monthOf('m6i.32xlarge', 720, shop),
  },
  {
    ...{ name: 'catalog-indexer', kind: 'rightsize', day: actionDays.indexer, rule: 'rightsize-instance' },
    ...{ title: 'Catalog indexer at half the size', evidence: 'CHG-2178' },
    estimate: halved,
  },
]

export function describeDone(world: Builder): void {
  const { campaign, qa, invoices, returns, indexer } = actionDays
  const location = { region: regions.virginia, team: teams.storefront, application: 'webshop' }
  // A baseline is of hours.
  const machine = { ...location, account: shop, kind: 'machine', hourlyDays: world.days }
  const terminated = { 'campaign-render': campaign, 'returns-export': returns }
  for (const [name, to] of Object.entries(terminated))
    world.add({ ...machine, name, to: Math.min(to, world.days), charges: [hourly('m6i.32xlarge')] })
  world.add({
    ...{ ...machine, account: shopDev, name: 'qa-runner' },
    charges: [hourly('m6i.16xlarge')],
    shape: { is: 'office_since', day: qa, from: 7, to: 19 },
    tags: { Environment: 'dev', Team: 'storefront' },
  })
  const resized = { 'invoice-worker': invoices, 'catalog-indexer': indexer }
  for (const [name, day] of Object.entries(resized))
    world.add({
      ...{ ...machine, name, team: name === 'catalog-indexer' ? teams.catalog : teams.storefront },
      charges: [
        { ...hourly('m6i.16xlarge'), shape: { is: 'between', from: 0, to: day } },
        { ...hourly('m6i.8xlarge'), shape: { is: 'between', from: day, to: world.days } },
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
