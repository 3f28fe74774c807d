/**
 * Keeps one engine process running: started until it answers, restarted when it dies, stopped with this process.
 *
 * Both engines can be denied their folder for a moment after a kill, while the previous process is still ending; a
 * start that fails for this reason is repeated until the timeout.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { KeptError } from '@kept/domain/errors.ts'
import { messageOf } from '@kept/foundation/thrown.ts'

export interface EngineProcess {
  /** Its name in error messages. */
  name: string
  /** The path of its own log. */
  logFile: string
  launch(): ChildProcess
  /** 'coming': it is alive and not ready yet (recovering after a kill), which restarts the timeout. */
  answers(child: ChildProcess): Promise<'yes' | 'coming' | 'no'>
  /** Whether it accepts connections now; a process that is alive but does not is restarted. */
  listens?: () => Promise<boolean>
  /** Stops it cleanly, and kills it if that fails. */
  end(child: ChildProcess): void
  force(child: ChildProcess): void
  /** Its last message, when it is not written to its standard error. */
  lastError?: () => string
  timeoutMs: number
  shutdownTimeoutMs: number
  onEvent?: ((event: EngineEvent) => void) | undefined
}

export interface EngineEvent {
  type: 'started' | 'died' | 'deaf' | 'not_started'
  detail: string
}

export interface Supervision {
  readonly pid: number | undefined
  /** How often it was restarted. */
  readonly restarts: number
  stop(): Promise<void>
}

/** How to end each engine process of this Kept at once, including those that are starting. */
const forcedEnds = new Set<() => Promise<void>>()
let endingNow = false

/**
 * Ends every engine at once before this process exits: without a last checkpoint, but without data loss, since both
 * recover at their next start. None is restarted afterwards.
 */
export async function endEnginesNow(): Promise<void> {
  endingNow = true
  await Promise.allSettled([...forcedEnds].map((end) => end()))
}

/** Registers it with `endEnginesNow`. Returns a function that removes it. */
export function onEndEnginesNow(end: () => Promise<void>): () => void {
  forcedEnds.add(end)
  return () => forcedEnds.delete(end)
}

const longestPauseMs = 30_000
const stepMs = 20

/** Starts the engine and keeps it running; throws when the first start fails. */
export async function supervise(engine: EngineProcess): Promise<Supervision> {
  const stopping = new AbortController()
  return keepAlive(engine, stopping, await startEngine(engine, stopping.signal))
}

/** The same for an engine that has just died: it is started in the background until it is up or this process stops. */
export function superviseAfterDeath(engine: EngineProcess): Supervision {
  return keepAlive(engine, new AbortController(), undefined)
}

function keepAlive(engine: EngineProcess, stopping: AbortController, first: ChildProcess | undefined): Supervision {
  let restarts = 0
  let child = first
  if (child) engine.onEvent?.({ type: 'started', detail: `pid ${child.pid}` })
  const watching = runLoop()

  async function runLoop(): Promise<void> {
    while (!stopping.signal.aborted && !endingNow) {
      if (child) {
        const stopWatching = restartWhenUnreachable(engine, child)
        const exitReason = await waitForExit(child)
        stopWatching()
        if (stopping.signal.aborted || endingNow) return
        engine.onEvent?.({ type: 'died', detail: exitReason })
      }
      child = await startAgain()
    }
  }

  /**
   * At once the first time, then with growing delays: an engine that cannot start is retried forever, without spinning.
   */
  async function startAgain(): Promise<ChildProcess | undefined> {
    for (let failures = 0; !stopping.signal.aborted && !endingNow; failures += 1) {
      restarts += 1
      try {
        const up = await startEngine(engine, stopping.signal)
        engine.onEvent?.({ type: 'started', detail: `pid ${up.pid}` })
        return up
      } catch (error) {
        if (stopping.signal.aborted || endingNow) return undefined
        engine.onEvent?.({ type: 'not_started', detail: messageOf(error) })
        await pause(Math.min(longestPauseMs, 500 * 2 ** failures), stopping.signal)
      }
    }
    return undefined
  }

  async function end(running: ChildProcess | undefined): Promise<void> {
    if (!running || isOver(running)) return
    engine.end(running)
    const killTimer = setTimeout(() => engine.force(running), engine.shutdownTimeoutMs)
    await waitForExit(running)
    clearTimeout(killTimer)
  }

  return {
    get pid() {
      return child?.pid
    },
    get restarts() {
      return restarts
    },
    async stop() {
      stopping.abort()
      await end(child)
      // A start that was running has by now ended what it had launched, or has just succeeded.
      await watching
      await end(child)
    },
  }
}

const deafnessEveryMs = 1_000
const deafnessTimes = 3

/** Ends an engine that no longer listens while its process is alive; the exit handler restarts it. */
function restartWhenUnreachable(engine: EngineProcess, child: ChildProcess): () => void {
  const stopping = new AbortController()
  const probe = async () => {
    for (let refusals = 0; engine.listens && !stopping.signal.aborted; ) {
      await pause(deafnessEveryMs, stopping.signal)
      if (stopping.signal.aborted || isOver(child)) return
      refusals = (await engine.listens()) ? 0 : refusals + 1
      if (refusals < deafnessTimes || stopping.signal.aborted || isOver(child)) continue
      engine.onEvent?.({ type: 'deaf', detail: `pid ${child.pid} is alive but accepts no connections` })
      engine.force(child)
      return
    }
  }
  void probe()
  return () => stopping.abort()
}

/** A child that answers; throws one sentence about why there is none. */
async function startEngine(engine: EngineProcess, stopping: AbortSignal): Promise<ChildProcess> {
  let deadline = performance.now() + engine.timeoutMs
  let lastOutput = ''
  for (;;) {
    if (endingNow) throw new KeptError('unavailable', `${engine.name} was stopped while it started.`)
    const child = engine.launch()
    const readOutput = listen(child)
    const forget = onEndEnginesNow(async () => {
      if (isOver(child)) return
      engine.force(child)
      await waitForExit(child)
    })
    child.once('exit', forget)
    while (!isOver(child)) {
      const answer = await engine.answers(child)
      if (answer === 'yes' && !isOver(child)) return child
      if (answer === 'coming') deadline = performance.now() + engine.timeoutMs
      if (stopping.aborted || endingNow || performance.now() > deadline) break
      await pause(stepMs, stopping)
    }
    if (!isOver(child)) {
      engine.force(child)
      await waitForExit(child)
    }
    if (stopping.aborted || endingNow)
      throw new KeptError('unavailable', `${engine.name} was stopped while it started.`)
    lastOutput = engine.lastError?.() || readOutput() || lastOutput
    if (performance.now() > deadline) {
      throw new KeptError(
        'unavailable',
        `${engine.name} could not be started within ${Math.round(engine.timeoutMs / 1000)} seconds${lastOutput ? ` (${lastOutput})` : ''}; its log is ${engine.logFile}.`,
      )
    }
    await pause(stepMs * 5, stopping)
  }
}

/** The last line that a process wrote to its standard error. */
function listen(child: ChildProcess): () => string {
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000)
  })
  child.on('error', (error) => {
    output += `\n${error.message}`
  })
  return () =>
    output
      .trim()
      .split('\n')
      .findLast((line) => !smallTalk.test(line)) ?? ''
}

/** Messages of every start, which explain nothing. */
const smallTalk = /^Logging \w+ to /

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

async function waitForExit(child: ChildProcess): Promise<string> {
  if (!isOver(child)) await once(child, 'exit')
  return child.signalCode ?? `code ${child.exitCode}`
}

/** A delay that ends early when this process stops, and never keeps the process alive. */
function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      stopping.removeEventListener('abort', done)
      resolve()
    }
    stopping.addEventListener('abort', done, { once: true })
  })
}
