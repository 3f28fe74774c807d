/**
 * Machines no one needs and machines that only look so, by class. The method was made with the classes that are marked
 * as tuned in sight; the others were looked at afterwards.
 */
import { type Machine, worldDays } from './machine.ts'

export interface IdleClass {
  name: string
  isZombie: boolean
  isTuned: boolean
  /** Named so where the name matters. */
  machineName?: string
  exempt?: Record<string, string>
  team?: 'silent'
  make(machine: Machine): void
}

const quietly =
  ({ random }: Machine) =>
  (): [number, number] => [0.4 + random.next(), 0.1 * random.next()]
const everyDay = (sign: (day: number) => void, from = 0) => {
  for (let day = from; day < worldDays; day += 1) sign(day)
}
const everyHours = (step: number, sign: (day: number, hour: number) => void) =>
  everyDay((day) => {
    for (let hour = 0; hour < 24; hour += step) sign(day, hour)
  })

/** Worked on until 18 to 40 days before the end; its load is low, and `also` what reaches it still. */
function forgotten(also: (machine: Machine) => void = () => {}): IdleClass['make'] {
  return (machine) => {
    machine.work(machine.colleague, 0, worldDays - machine.random.integer(18, 40))
    machine.load(quietly(machine))
    also(machine)
  }
}

const zombie = (isTuned: boolean, name: string, make: IdleClass['make'], more: Partial<IdleClass> = {}): IdleClass => ({
  ...{ name, isZombie: true, isTuned, make },
  ...more,
})
const inUse = (isTuned: boolean, name: string, make: IdleClass['make'], more: Partial<IdleClass> = {}): IdleClass => ({
  ...{ name, isZombie: false, isTuned, make },
  ...more,
})

const zombies: IdleClass[] = [
  zombie(true, 'forgotten, load low', forgotten()),
  zombie(true, 'never used, load low', (machine) => machine.load(quietly(machine))),
  zombie(
    true,
    'uptime monitor without a name',
    forgotten(({ sign }) =>
      everyHours(0.25, (day, hour) => sign(day, hour, { type: 'http_request', agent: 'UptimeRobot/2.0' })),
    ),
  ),
  zombie(
    true,
    'hourly SSH of svc-monitor',
    forgotten(({ sign, random }) =>
      everyHours(1, (day, hour) => sign(day, hour + random.next() / 60, { user: 'svc-monitor', minutes: 1 })),
    ),
  ),
  zombie(
    true,
    'nightly build of jenkins',
    forgotten(({ sign }) => everyDay((day) => sign(day, 2, { type: 'build', user: 'jenkins', minutes: 5 }))),
  ),
  zombie(
    true,
    'cron job under a person',
    forgotten((machine) => everyDay((day) => machine.sign(day, 5.5, { user: machine.colleague, minutes: 2 }))),
  ),
  zombie(true, 'load unknown, its people elsewhere', (machine) =>
    machine.work(machine.colleague, 0, worldDays - machine.random.integer(18, 40)),
  ),
  zombie(true, 'load unknown, its only user gone 45 days', (machine) =>
    machine.work(machine.loner, 0, worldDays - machine.random.integer(45, 55)),
  ),
  zombie(
    false,
    'mirror script every four hours, plain account',
    forgotten(({ sign, random }) =>
      everyHours(4, (day, hour) => sign(day, hour + random.next() / 15, { user: 'ubuntu', minutes: 1 })),
    ),
  ),
  zombie(
    false,
    'crawler with a browser-like agent',
    forgotten(({ sign, random }) =>
      everyDay((day) =>
        sign(day, random.next() * 24, {
          type: 'http_request',
          agent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
        }),
      ),
    ),
  ),
  zombie(
    false,
    'deployments of github-actions[bot]',
    forgotten(({ sign, random }) =>
      everyDay((day) => sign(day, 8 + random.next() * 10, { type: 'deploy', user: 'github-actions[bot]' })),
    ),
  ),
  zombie(
    false,
    'synthetic logins every 20 minutes',
    forgotten(({ sign, random }) =>
      everyHours(1 / 3, (day, hour) =>
        sign(day, hour + random.next() / 120, { type: 'http_request', user: 'synthetic-01' }),
      ),
    ),
  ),
  zombie(false, 'shared account that works elsewhere', (machine) => {
    machine.work(`${machine.team}-1`, 0, worldDays - machine.random.integer(38, 50))
    machine.load(quietly(machine))
  }),
  zombie(false, 'kept awake by an office-hours scheduler', (machine) => {
    machine.runs((day) => day % 7 < 5)
    machine.work(machine.colleague, 0, worldDays - machine.random.integer(18, 40))
    const quiet = quietly(machine)
    machine.load((weekday) => (weekday < 5 ? quiet() : []))
  }),
  zombie(false, 'demos that ended 60 days ago', (machine) => {
    for (const day of [2, 12, 22]) machine.sign(day, 10, { user: machine.colleague, minutes: 60 })
    machine.load(quietly(machine))
  }),
  zombie(true, 'daily minutes of updates', (machine) => {
    machine.work(machine.colleague, 0, worldDays - machine.random.integer(18, 40))
    machine.load((_, hour) => (hour === 6.25 ? [25 + machine.random.next() * 30, 0.8] : [0.5, 0.02]), 0, 0.25)
  }),
]

const lookAlikes: IdleClass[] = [
  inUse(true, 'daily work', (machine) => machine.work(machine.colleague, 0, worldDays)),
  inUse(true, 'batch machine, nothing known', () => {}),
  inUse(true, 'one load sample', (machine) => machine.sign(79, 3, { type: 'resource_sample', cpu: 0.7, network: 0.1 })),
  inUse(true, 'vacation of its only user', (machine) => {
    machine.work(machine.loner, 0, worldDays - machine.random.integer(15, 23), 0.9)
    machine.load(quietly(machine))
  }),
  inUse(true, 'vacation, load unknown', (machine) =>
    machine.work(machine.loner, 0, worldDays - machine.random.integer(15, 23), 0.9),
  ),
  inUse(true, 'monthly demo', (machine) => {
    const last = worldDays - machine.random.integer(16, 26)
    for (let day = last; day >= 0; day -= 29) machine.sign(day, 10, { user: machine.colleague, minutes: 60 })
    machine.load(quietly(machine))
  }),
  inUse(true, 'standby by tag', (machine) => machine.load(quietly(machine)), { exempt: { role: 'standby' } }),
  inUse(true, 'standby by name', (machine) => machine.load(quietly(machine)), { machineName: 'orders-dr-dev' }),
  inUse(true, 'sources silent for 20 days', (machine) => machine.work(machine.loner, 0, worldDays - 20), {
    team: 'silent',
  }),
  inUse(true, 'weekly batch, CPU known', (machine) => {
    const quiet = quietly(machine)
    machine.load((weekday, hour) => (weekday === 6 && hour > 1 && hour < 7 ? [80, 3] : quiet()))
  }),
  inUse(true, 'restarted three days ago', (machine) => {
    machine.runs((day) => day < worldDays - 33 || day >= worldDays - 3)
    machine.work(machine.colleague, 0, worldDays - 34)
  }),
  inUse(true, 'marked to be kept', forgotten(), { exempt: { 'do-not-delete': 'true' } }),
  inUse(false, 'passive node, by its description', (machine) => machine.load(quietly(machine)), {
    exempt: { description: 'passive node of the dev cluster' },
  }),
  inUse(false, 'load known for five days', (machine) => machine.load(quietly(machine), worldDays - 5)),
  inUse(false, 'jump host for incidents', (machine) => {
    for (const day of [5, 26, 47, 64])
      machine.sign(day + machine.random.integer(0, 4), machine.random.next() * 24, {
        user: machine.colleague,
        minutes: 30,
      })
    machine.load(quietly(machine))
  }),
  inUse(false, 'used for a week every six weeks', (machine) => {
    for (const day of [2, 41]) machine.work(machine.colleague, day, day + 8, 1)
    machine.load(quietly(machine))
  }),
  inUse(false, 'a person at the same quarter hour on weekdays', (machine) => {
    everyDay(
      (day) =>
        day % 7 < 5 && machine.sign(day, 9 + machine.random.next() / 6, { type: 'http_request', user: machine.loner }),
    )
    machine.load(quietly(machine))
  }),
  inUse(false, 'builds of jenkins for people, load unknown', ({ sign, random }) =>
    everyDay(
      (day) => day % 7 < 5 && sign(day, 8 + random.next() * 11, { type: 'build', user: 'jenkins', minutes: 10 }),
    ),
  ),
  inUse(false, 'GPU runs twice a week', (machine) => {
    const quiet = quietly(machine)
    machine.load((weekday, hour) => ((weekday === 1 || weekday === 4) && hour >= 20 && hour < 23 ? [70, 20] : quiet()))
  }),
]

export const idleClasses: readonly IdleClass[] = [...zombies, ...lookAlikes]
