/**
 * Keeps one engine process alive: started until it answers, started again when it dies, ended when we end.
 *
 * Both engines can be refused their folder for a moment after a kill, while what the former one left behind is still
 * dying; a start that fails for such a reason is repeated until the patience ends.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { KeptError } from '@kept/domain/errors.ts'

export interface EngineProcess {
  /** What people call it, for the sentence when it cannot be started. */
  name: string
  /** Where its own log stands. */
  logFile: string
  launch(): ChildProcess
  /** 'coming': it is alive and says so, but not ready yet (recovering after a kill); it gets its patience anew. */
  answers(child: ChildProcess): Promise<'yes' | 'coming' | 'no'>
  /** Whether it accepts connections now; one that lives and does not is started again. */
  listens?: () => Promise<boolean>
  /** Asks it to end cleanly, and ends it when asking did not help. */
  end(child: ChildProcess): void
  force(child: ChildProcess): void
  /** What it last said, when that goes elsewhere than to its standard error. */
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
  /** How often it had to be started again. */
  readonly restarts: number
  stop(): Promise<void>
}

/** How to end each engine process of this Kept at once, those that are only starting included. */
const forcedEnds = new Set<() => Promise<void>>()
let endingNow = false

/**
 * Ends every engine at once, for a Kept that is about to exit: without a last checkpoint, losing nothing, since both
 * recover at their next start. None is started again afterwards.
 */
export async function endEnginesNow(): Promise<void> {
  endingNow = true
  await Promise.allSettled([...forcedEnds].map((end) => end()))
}

/** Has `endEnginesNow` end this too. Returns what takes it off the list. */
export function onEndEnginesNow(end: () => Promise<void>): () => void {
  forcedEnds.add(end)
  return () => forcedEnds.delete(end)
}

const longestPauseMs = 30_000
const stepMs = 20

/** Starts the engine and keeps it alive; throws when the very first start does not succeed. */
export async function supervise(engine: EngineProcess): Promise<Supervision> {
  const stopping = new AbortController()
  return keepAlive(engine, stopping, await startEngine(engine, stopping.signal))
}

/** The same for an engine that has just died: it is started in the background until it is up or we are to stop. */
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

  /** At once the first time, then with growing pauses: an engine that cannot start must not spin, nor be given up. */
  async function startAgain(): Promise<ChildProcess | undefined> {
    for (let failures = 0; !stopping.signal.aborted && !endingNow; failures += 1) {
      restarts += 1
      try {
        const up = await startEngine(engine, stopping.signal)
        engine.onEvent?.({ type: 'started', detail: `pid ${up.pid}` })
        return up
      } catch (error) {
        if (stopping.signal.aborted || endingNow) return undefined
        engine.onEvent?.({ type: 'not_started', detail: error instanceof Error ? error.message : String(error) })
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
      // A start that was under way has by now ended what it had launched, or has just succeeded.
      await watching
      await end(child)
    },
  }
}

const deafnessEveryMs = 1_000
const deafnessTimes = 3

/** Ends an engine whose listener is gone while its process lives; whoever waits for its end starts it again. */
function restartWhenUnreachable(engine: EngineProcess, child: ChildProcess): () => void {
  const stopping = new AbortController()
  const probe = async () => {
    for (let refusals = 0; engine.listens && !stopping.signal.aborted; ) {
      await pause(deafnessEveryMs, stopping.signal)
      if (stopping.signal.aborted || isOver(child)) return
      refusals = (await engine.listens()) ? 0 : refusals + 1
      if (refusals < deafnessTimes || stopping.signal.aborted || isOver(child)) continue
      engine.onEvent?.({ type: 'deaf', detail: `pid ${child.pid} lives and accepts no connections` })
      engine.force(child)
      return
    }
  }
  void probe()
  return () => stopping.abort()
}

/** A child that answers, or one sentence about why there is none. */
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
        `${engine.name} could not be started within ${Math.round(engine.timeoutMs / 1000)} seconds${lastOutput ? ` (${lastOutput})` : ''}; its log stands in ${engine.logFile}.`,
      )
    }
    await pause(stepMs * 5, stopping)
  }
}

/** The last line a process has said on its standard error. */
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

/** What an engine says at every start, which explains nothing. */
const smallTalk = /^Logging \w+ to /

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

async function waitForExit(child: ChildProcess): Promise<string> {
  if (!isOver(child)) await once(child, 'exit')
  return child.signalCode ?? `code ${child.exitCode}`
}

/** A wait that ends early when we are to stop, and never keeps the process alive. */
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
