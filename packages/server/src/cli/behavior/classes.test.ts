/** Zombies and schedules by class, in worlds that share no code with the analysis. `npm run bench -- behavior-classes` has the rows. */
import { readActivity } from '@kept/connectors/activity/read-activity.ts'
import { analyzeBehavior } from '@kept/engine/behavior/analyze.ts'
import { peopleEvents } from '@kept/engine/behavior/automation.ts'
import { collectEvents } from '@kept/engine/behavior/collect-events.ts'
import { collectRunning } from '@kept/engine/behavior/collect-running.ts'
import { exemptReason } from '@kept/engine/behavior/exempt-reason.ts'
import { perDay, spanOfDays } from '@kept/engine/behavior/quarters.ts'
import { classSpan, classWorld, leastHours } from '@kept/scenarios/behavior/classes/class-world.ts'
import { expect, it } from 'vitest'

const world = classWorld('test', 2)

function analyze() {
  const { from } = spanOfDays(classSpan.firstDay, classSpan.firstDay)
  const span = { from, to: from + classSpan.days * perDay }
  const events = collectEvents(span)
  const reader = readActivity('classes.ndjson', {
    event: (event) => events.add(event),
    rejectedRows: ({ reason }) => expect.unreachable(reason),
    ignored: () => {},
  })
  for (const line of world.lines) reader.push(`${line}\n`)
  reader.end()
  const running = collectRunning(span)
  for (const hour of world.running) running.add(hour)
  const facts = world.facts.map((fact) => ({
    ...fact,
    exempt_reason: exemptReason(fact.environment_name, world.tags.get(fact.environment_id) ?? {}),
  }))
  return analyzeBehavior({ events: peopleEvents(events), running, facts, teams: world.teams })
}

const { environments } = analyze()

it('finds zombies of every class and no look-alike', () => {
  const zombies = new Set(environments.flatMap(({ zombie, input }) => (zombie.is ? [input.facts.environment_id] : [])))
  const wrong = world.idle
    .filter(({ id, machineClass }) => zombies.has(id) !== machineClass.isZombie)
    .map(({ machineClass }) => machineClass.name)
  expect(wrong.length / world.idle.length, wrong.join(', ')).toBeLessThanOrEqual(0.05)
})

it('keeps machines on for at most a tenth longer than needed', () => {
  const byId = new Map(environments.map(({ input, schedule }) => [input.facts.environment_id, schedule.recommendation]))
  for (const { id, machineClass } of world.schedules) {
    const hours = byId.get(id)?.weekly_hours
    if (hours !== undefined) expect(hours, machineClass.name).toBeLessThanOrEqual(1.1 * leastHours(machineClass))
  }
  expect(world.schedules.filter(({ id }) => byId.get(id)).length).toBeGreaterThanOrEqual(0.9 * world.schedules.length)
})
