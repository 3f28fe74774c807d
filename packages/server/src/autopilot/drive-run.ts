/**
 * Continues a run, step after step, until it waits or ends. Everything it decides from is stored, and every step is
 * stored before the next one: after a crash, any process continues where it was.
 */
import type { AutopilotChange } from '@kept/domain/autopilot.ts'
import type { AutopilotChangeState } from '@kept/domain/autopilot-states.ts'
import { nextStep, type RunFacts } from '@kept/engine/autopilot/next-step.ts'
import type { ActionFate } from '../remediation/public/recommended-change.ts'

/** What a run reads and writes: the database and the clouds, or a simulation of both. */
export interface RunBackend {
  load(): Promise<RunFacts>
  /** Moves it to applying if the limits of the policy allow it; otherwise the limit, as a sentence. */
  reserve(change: AutopilotChange): Promise<string | undefined>
  /** Stores a state with its audit event; does nothing where the change has moved on. */
  move(change: AutopilotChange, to: AutopilotChangeState, reason: string): Promise<void>
  apply(change: AutopilotChange): Promise<ActionFate>
  fateOf(change: AutopilotChange): Promise<ActionFate>
  /** Why the change is not healthy; undefined where it is as planned and every metric holds. */
  findUnhealthy(change: AutopilotChange): Promise<string | undefined>
  rollBack(change: AutopilotChange): Promise<ActionFate>
  wait(reason: string): Promise<void>
  end(state: 'completed' | 'stopped', reason: string): Promise<void>
}

/** Returns true when the run has ended, false while it waits. */
export async function driveRun(backend: RunBackend): Promise<boolean> {
  for (;;) {
    const step = nextStep(await backend.load())
    switch (step.kind) {
      case 'end':
        await backend.end(step.state, step.reason)
        return true
      case 'wait':
        await backend.wait(step.reason)
        return false
      case 'skip':
        for (const change of step.changes) await backend.move(change, 'skipped', step.reason)
        break
      case 'apply': {
        const limit = await backend.reserve(step.change)
        if (limit === undefined) await settle(backend, step.change, await backend.apply(step.change))
        else await backend.move(step.change, 'skipped', limit)
        break
      }
      case 'check': {
        const reason = await backend.findUnhealthy(step.change)
        await backend.move(step.change, reason === undefined ? 'verified' : 'rolling_back', reason ?? '')
        break
      }
      case 'resume': {
        const fate = await backend.fateOf(step.change)
        if (fate.state === 'running') {
          await backend.wait(`${step.change.resource_name} is being changed.`)
          return false
        }
        // Its process died before anything was sent: it starts again, within the limits of now.
        if (fate.state === 'none') await backend.move(step.change, 'approved', 'Its process ended before it started.')
        else await settle(backend, step.change, fate)
        break
      }
      case 'roll_back': {
        const { change } = step
        const fate = await backend.rollBack(change)
        if (fate.state === 'running' || fate.state === 'unfinished' || fate.state === 'done') {
          await backend.wait(`${change.resource_name} could not be restored yet. ${fate.reason}`)
          return false
        }
        const to = fate.state === 'left' ? 'left' : 'rolled_back'
        await backend.move(change, to, [change.reason, fate.reason].filter(Boolean).join(' '))
        break
      }
    }
  }
}

/** The state of a change after its action. A refusal before anything was started concerns this resource alone. */
async function settle(backend: RunBackend, change: AutopilotChange, { state, reason }: ActionFate): Promise<void> {
  const next = {
    none: 'skipped',
    running: 'rolling_back',
    done: 'checking',
    unfinished: 'rolling_back',
    undone: 'rolled_back',
    left: 'left',
    failed: 'failed',
  } as const satisfies Record<ActionFate['state'], AutopilotChangeState>
  await backend.move(change, next[state], reason)
}
