/** Bills of several services whose days go up and down together, or each on its own. */
import { normal, type Random, random } from '../random.ts'
import { serviceClasses } from './service-classes.ts'
import { type ServiceClass, serviceWorld } from './service-worlds.ts'

interface BillWorld {
  /** Midnight UTC of the first day, in milliseconds since 1970. */
  start: number
  /** By service, its days. */
  services: { name: string; values: number[] }[]
  /** Days that are known; the others are what comes. */
  pastDays: number
}

export interface BillClass {
  label: string
  construction: string
  isTestOnly: boolean
  /** How many services, from and to. */
  services: readonly [number, number]
  /** How far demand that all services share moves a day, as a share. */
  shared: readonly [number, number]
  /** Labels of the classes of its services; nothing happens to them where none are named. */
  lives?: readonly string[]
}

export const billClasses: readonly BillClass[] = [
  {
    label: 'services apart',
    construction: '3 to 8 services, each with demand of its own',
    isTestOnly: false,
    services: [3, 8],
    shared: [0, 0],
  },
  {
    label: 'one demand',
    construction: '3 to 8 services that follow one demand, 5 to 15% off its mean and slow to return',
    isTestOnly: true,
    services: [3, 8],
    shared: [0.05, 0.15],
  },
  {
    label: 'services of all lives',
    construction: '4 to 8 services of any life: moved, launched, ended, growing, lumpy; demand 0 to 5% off its mean',
    isTestOnly: true,
    services: [4, 8],
    shared: [0, 0.05],
    lives: ['service', 'service', 'moved in steps', 'left behind', 'uneven growth', 'drop in two steps', 'batch runs'],
  },
]

const pastDays = 240
const between = (world: Random, [low, high]: readonly [number, number]) => low + (high - low) * world.next()

export function billWorld({ label, services, shared, lives = ['service'] }: BillClass, seed: string, horizon: number) {
  const world = random(`bill/${label}/${seed}`)
  const demand = demandOf(world.fork('demand'), between(world, shared), pastDays + horizon)
  const start = Temporal.PlainDate.from('2024-03-04').add({ days: world.integer(0, 500) })
  const all = Array.from({ length: world.integer(...services) }, (_, i) => {
    const life = lives[world.integer(0, lives.length - 1)]
    const serviceClass = serviceClasses.find((entry) => entry.label === life)
    if (!serviceClass) throw new Error(`There is no class of services "${life}".`)
    const fixed: ServiceClass = { ...serviceClass, days: [pastDays, pastDays] }
    const { values } = serviceWorld(fixed, `${label}/${seed}/${i}`, horizon, start)
    return { name: `${life} ${i + 1}`, values: values.map((value, row) => value * (demand[row] ?? 1)) }
  })
  const bill: BillWorld = { start: start.toZonedDateTime('UTC').epochMilliseconds, services: all, pastDays }
  return bill
}

/** Around one; what moved it is nine tenths there on the next day. */
function demandOf(world: Random, spread: number, days: number): number[] {
  let state = spread * normal(world)
  return Array.from({ length: days }, () => {
    state = 0.9 * state + spread * Math.sqrt(1 - 0.81) * normal(world)
    return Math.exp(state)
  })
}
