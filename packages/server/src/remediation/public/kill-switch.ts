/** The kill switch stops what is going on within a second, in every process: its row is read while something runs. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { readSwitch } from '@kept/store/autopilot/switch.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { Services } from '../../platform/context.ts'

/** Three reads before a second has passed. */
const readEveryMs = 250

interface SwitchDeps {
  state: { database: Database }
}

/** Why nothing may start; empty where the switch is off. */
export async function killSwitchReason({ state }: SwitchDeps, scope: Scope): Promise<string> {
  const { stopped, changed_by, reason } = await readSwitch(state.database, scope)
  if (!stopped) return ''
  const because = reason === '' ? '' : ` (${reason.replace(/\.$/, '')})`
  return `${changed_by} stopped all changes with the kill switch${because}. Turn it off under Autopilot first.`
}

/** Throws where nothing may start. */
export async function refuseWhileStopped(deps: SwitchDeps, scope: Scope): Promise<void> {
  const reason = await killSwitchReason(deps, scope)
  if (reason !== '') throw new KeptError('conflict', reason)
}

/** Runs the work with a signal that the kill switch aborts. Throws at once when the switch is on. */
export async function whileNotStopped<T>(
  deps: SwitchDeps & Pick<Services, 'log'>,
  scope: Scope,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const read = async () => {
    const reason = await killSwitchReason(deps, scope)
    if (reason !== '') stopping.abort(new KeptError('conflict', reason))
  }
  await read()
  stopping.signal.throwIfAborted()
  const timer = setInterval(() => {
    read().catch((error: unknown) => {
      // A switch that cannot be read may be on.
      deps.log.warn({ event: 'remediation.switch_unreadable', err: error }, 'kill switch not read')
      stopping.abort(new KeptError('unavailable', 'The kill switch could not be read, so the change was stopped.'))
    })
  }, readEveryMs)
  try {
    return await work(signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal)
  } finally {
    clearInterval(timer)
  }
}
