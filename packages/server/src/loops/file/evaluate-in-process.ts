/** Files are evaluated in separate processes, limited in memory and time, while the server answers other requests. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { KeptError } from '@kept/domain/errors.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import type { EvaluatedFile, FileToEvaluate } from './evaluate-file.ts'
import type { Answered, EvaluationRequest } from './evaluation-process.ts'

interface EvaluationLimits {
  /** MiB of JavaScript's memory. */
  memoryMb: number
  ms: number
}

const evaluationLimits: EvaluationLimits = { memoryMb: 1_024, ms: 5 * 60_000 }

/** Files that are evaluated at once, and those that wait for them. */
const maxConcurrent = 2
const maxWaiting = 8
const retryAfterSeconds = 30
const script = fileURLToPath(new URL('./evaluation-process.ts', import.meta.url))

let running = 0
const waiting: (() => void)[] = []

/** `use` receives the result and the stored sample chunk by chunk; when it returns, the process is ended. */
export async function evaluateInProcess<Result>(
  file: FileToEvaluate,
  use: (evaluated: EvaluatedFile, batches: AsyncIterable<TelemetryItem[]>) => Promise<Result>,
  { limits = evaluationLimits, signal }: { limits?: EvaluationLimits; signal?: AbortSignal } = {},
): Promise<Result> {
  await waitForTurn()
  if (signal?.aborted) {
    leave()
    throw new KeptError('unavailable', 'The request was canceled before the file was evaluated.')
  }
  const evaluation = new EvaluationProcess(file.name, limits)
  const stop = () => evaluation.end()
  signal?.addEventListener('abort', stop)
  try {
    const answer = await evaluation.send({ evaluate: file })
    if (!('evaluated' in answer)) throw new Error('The evaluation process sent an unexpected answer.')
    // The result is used completely: from here on the evaluation is not aborted.
    signal?.removeEventListener('abort', stop)
    evaluation.hasTime()
    return await use(answer.evaluated, evaluation.batches())
  } finally {
    signal?.removeEventListener('abort', stop)
    evaluation.end()
    leave()
  }
}

function leave(): void {
  running -= 1
  waiting.shift()?.()
}

async function waitForTurn(): Promise<void> {
  if (running < maxConcurrent) {
    running += 1
    return
  }
  if (waiting.length >= maxWaiting)
    throw new KeptError('too_many_requests', 'Many files are being evaluated. Send this one again in a moment.', {
      details: { retry_after: retryAfterSeconds },
    })
  await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
}

class EvaluationProcess {
  readonly #child: ChildProcess
  readonly #name: string
  readonly #limits: EvaluationLimits
  readonly #timer: NodeJS.Timeout
  #tookTooLong = false

  constructor(name: string, limits: EvaluationLimits) {
    this.#name = name
    this.#limits = limits
    this.#child = fork(script, [], {
      // No environment: the process that reads untrusted files has none of our secrets.
      env: {},
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        `--max-old-space-size=${limits.memoryMb}`,
        '--permission',
        '--allow-fs-read=*',
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#timer = setTimeout(() => {
      this.#tookTooLong = true
      this.end()
    }, limits.ms)
  }

  async send(request: EvaluationRequest): Promise<Answered> {
    const answer = await new Promise<Answered>((resolve, reject) => {
      const finish = (work: () => void) => {
        this.#child.off('message', onMessage).off('exit', onExit).off('error', onError)
        work()
      }
      const onMessage = (message: unknown) => finish(() => resolve(message as Answered))
      const onExit = () => finish(() => reject(this.#whyEnded()))
      const onError = (error: Error) => finish(() => reject(error))
      this.#child.on('message', onMessage).on('exit', onExit).on('error', onError)
      this.#child.send(request, (error) => {
        // An earlier error has its own message.
        if (error && this.#child.exitCode === null && this.#child.signalCode === null) onError(error)
      })
    })
    if ('refused' in answer) throw new KeptError(answer.refused.code, answer.refused.sentence)
    if ('failed' in answer) throw new Error(`File evaluation failed: ${answer.failed}`)
    return answer
  }

  async *batches(): AsyncGenerator<TelemetryItem[]> {
    for (;;) {
      const answer = await this.send({ nextPiece: true })
      if (!('piece' in answer) || answer.piece.length === 0) return
      yield answer.piece
    }
  }

  /** Nothing is left to do that could take long. */
  hasTime(): void {
    clearTimeout(this.#timer)
  }

  end(): void {
    this.hasTime()
    this.#child.kill('SIGKILL')
  }

  #whyEnded(): KeptError {
    const { memoryMb, ms } = this.#limits
    const minutes = Math.round(ms / 60_000)
    return new KeptError(
      'too_large',
      this.#tookTooLong
        ? `Evaluating ${this.#name} took longer than ${minutes} minutes. Send it in parts, or use \`kept loops\` on the command line.`
        : `Evaluating ${this.#name} needs more than ${memoryMb} MB of memory. Send it in parts, or use \`kept loops\` on the command line.`,
    )
  }
}
