/** Random runs over a simulated account: denials, half changes, unhealthy resources, kills at any point, the kill switch. */
import type { AutopilotChange, AutopilotLimits } from '@kept/domain/autopilot.ts'
import { isEndState } from '@kept/domain/autopilot-states.ts'
import { compare, sum } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { driveRun } from './drive-run.ts'
import { type Behavior, Killed, type Simulation, type SimulationInput, simulate } from './testing/simulated-account.ts'

/** KEPT_AUTOPILOT_RUNS=1000 for the long version. */
const numRuns = Number(process.env.KEPT_AUTOPILOT_RUNS ?? 300)

const behavior: fc.Arbitrary<Behavior> = fc.record({
  apply: fc.constantFrom('works', 'works', 'works', 'works', 'denied', 'half', 'changed_meanwhile'),
  isHealthy: fc.constantFrom(true, true, true, false),
  failedRestores: fc.integer({ min: 0, max: 3 }),
  isTouched: fc.constantFrom(false, false, false, true),
})

const scenario = fc.record({
  behaviors: fc.array(behavior, { minLength: 1, maxLength: 12 }),
  savings: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 12, maxLength: 12 }),
  canary: fc.integer({ min: 0, max: 3 }),
  limits: fc.record({
    max_changes_per_run: fc.integer({ min: 1, max: 12 }),
    savings: fc.integer({ min: 1, max: 2000 }),
    max_share_percent: fc.integer({ min: 1, max: 100 }),
  }),
  scopeResources: fc.integer({ min: 0, max: 30 }),
  /** Of 100 calls. */
  killShare: fc.constantFrom(0, 2, 10, 30),
  killSeed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  stopAfterCalls: fc.constantFrom(-1, -1, 0, 5, 12, 25, 60),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

describe('driveRun', () => {
  it('keeps within the limits, and verifies or restores every change', { timeout: 300_000 }, async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(scenario, async (input) => {
        const limits = limitsOf(input)
        const simulation = await runToTheEnd(input, limits)
        expectLimits(simulation, limits, input.scopeResources)
        expectSettled(simulation, input.behaviors)
        expectCompleteAudit(simulation)
        expectCanaryFirst(simulation)
        for (const { state } of simulation.changes) seen.set(state, (seen.get(state) ?? 0) + 1)
      }),
      { numRuns, seed: 20_261_123 },
    )
    // The scenarios reach every end, or the properties prove nothing.
    for (const state of ['verified', 'rolled_back', 'failed', 'left', 'skipped'])
      expect(seen.get(state) ?? 0, state).toBeGreaterThan(numRuns / 50)
  })

  it('starts nothing after the kill switch', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (input) => {
        const stopAfterCalls = 12
        const simulation = await runToTheEnd({ ...input, stopAfterCalls }, limitsOf(input))
        expect(simulation.applied.filter(({ call }) => call > stopAfterCalls + 3)).toEqual([])
      }),
      { numRuns: numRuns / 3, seed: 20_261_124 },
    )
  })
})

function limitsOf({ limits }: Scenario): AutopilotLimits {
  const { max_changes_per_run, savings, max_share_percent } = limits
  return {
    ...{ max_changes_per_run, max_share_percent },
    max_savings_per_day: { amount: String(savings), currency: 'USD' },
  }
}

/** Each kill is followed by another process, until the run has ended. */
async function runToTheEnd(input: Scenario, limits: AutopilotLimits): Promise<Simulation> {
  let seed = input.killSeed
  let kills = 0
  const simulation = simulate({
    changes: input.behaviors.map((_behavior, index) => changeAt(input, index)),
    behaviors: input.behaviors,
    ...{ limits, scopeResources: input.scopeResources, stopAfterCalls: input.stopAfterCalls },
    kills() {
      seed = (seed * 48_271) % 2_147_483_647
      const isKilled = kills < 200 && seed % 100 < input.killShare
      if (isKilled) kills += 1
      return isKilled
    },
  } satisfies SimulationInput)
  for (let process = 0; process < 2_000 && !simulation.ended; process += 1) {
    try {
      await driveRun(simulation.backend)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    simulation.advance(61_000)
  }
  expect(simulation.ended, 'the run ends').toBeDefined()
  return simulation
}

function changeAt({ savings, canary }: Scenario, index: number): AutopilotChange {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  return {
    ...{ id, recommendation_id: id, position: index, is_canary: index < canary, rule: 'unattached-volume' },
    ...{ resource_id: `vol-${index}`, resource_name: `vol-${index}`, step: 'delete', currency: 'USD' },
    ...{ monthly_savings: String(savings[index] ?? 1), state: 'pending', reason: '' },
    ...{ started_at: null, check_at: null, ended_at: null },
  }
}

/** Of what was really sent, not of what the states claim. */
function expectLimits({ resources, changes }: Simulation, limits: AutopilotLimits, scopeResources: number): void {
  const touched = changes.filter((_change, index) => (resources[index]?.applied ?? 0) > 0)
  expect(touched.length).toBeLessThanOrEqual(limits.max_changes_per_run)
  expect(touched.length).toBeLessThanOrEqual(Math.floor((scopeResources * limits.max_share_percent) / 100))
  const savings = sum(touched.map(({ monthly_savings }) => monthly_savings))
  expect(compare(savings, limits.max_savings_per_day.amount)).toBeLessThanOrEqual(0)
}

function expectSettled({ resources, changes }: Simulation, behaviors: readonly Behavior[]): void {
  for (const [index, { state }] of changes.entries()) {
    expect(isEndState(state), state).toBe(true)
    const resource = resources[index]?.state
    if (state === 'verified') {
      expect(resource).toBe('after')
      expect(behaviors[index]?.isHealthy).toBe(true)
    } else if (state === 'left') expect(behaviors[index]?.isTouched).toBe(true)
    else expect(resource, state).toBe('before')
    // Never twice without having been taken back in between.
    expect(resources[index]?.applied).toBeLessThanOrEqual(1)
  }
}

/** Every state that was reached has its event, and the last event is the state. */
function expectCompleteAudit({ audit, changes, resources }: Simulation): void {
  for (const [index, { id, state }] of changes.entries()) {
    const events = audit.filter((event) => event.id === id).map(({ to }) => to)
    expect(events.at(-1)).toBe(state)
    if ((resources[index]?.applied ?? 0) > 0) expect(events).toContain('applying')
    if (state === 'rolled_back' || state === 'left') expect(events.some((to) => to === 'applying')).toBe(true)
  }
}

function expectCanaryFirst({ applied, changes, audit }: Simulation): void {
  const firstOther = applied.find(({ index }) => !changes[index]?.is_canary)
  if (!firstOther) return
  const canary = changes.filter(({ is_canary }) => is_canary)
  if (canary.length === 0) return
  const verified = audit.filter(({ id, to }) => to === 'verified' && canary.some((change) => change.id === id))
  expect(verified.length).toBeGreaterThan(0)
}
