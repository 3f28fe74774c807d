/** Files are judged in processes of their own, bounded in memory and time: the server answers others meanwhile. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { KeptError } from '@kept/domain/errors.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import type { FileToJudge, JudgedFile } from './judge-file.ts'
import type { Answered, Asked } from './judging-process.ts'

export interface JudgingLimits {
  /** MiB of JavaScript's memory. */
  memoryMb: number
  ms: number
}

export const judgingLimits: JudgingLimits = { memoryMb: 1_024, ms: 5 * 60_000 }

/** Files that are judged at once, and those that wait for them. */
const mostAtOnce = 2
const mostWaiting = 8
const retryAfterSeconds = 30
const script = fileURLToPath(new URL('./judging-process.ts', import.meta.url))

let running = 0
const waiting: (() => void)[] = []

/** `use` gets what was found, and what is to be kept piece by piece; when it returns the process is ended. */
export async function judgeApart<Result>(
  file: FileToJudge,
  use: (judged: JudgedFile, kept: AsyncIterable<TelemetryItem[]>) => Promise<Result>,
  { limits = judgingLimits, signal }: { limits?: JudgingLimits; signal?: AbortSignal } = {},
): Promise<Result> {
  await turn()
  if (signal?.aborted) {
    leave()
    throw new KeptError('unavailable', 'Whoever sent the file went away before its turn came.')
  }
  const judging = new Judging(file.name, limits)
  const stop = () => judging.end()
  signal?.addEventListener('abort', stop)
  try {
    const answer = await judging.ask({ judge: file })
    if (!('judged' in answer)) throw new Error('A process that judges a file gave an answer to another question.')
    // What was found is kept whole: from here on nobody ends it in the middle.
    signal?.removeEventListener('abort', stop)
    judging.hasTime()
    return await use(answer.judged, judging.pieces())
  } finally {
    signal?.removeEventListener('abort', stop)
    judging.end()
    leave()
  }
}

function leave(): void {
  running -= 1
  waiting.shift()?.()
}

async function turn(): Promise<void> {
  if (running < mostAtOnce) {
    running += 1
    return
  }
  if (waiting.length >= mostWaiting)
    throw new KeptError('too_many_requests', 'Many files are being judged; please send this one again in a moment.', {
      details: { retry_after: retryAfterSeconds },
    })
  await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
}

class Judging {
  readonly #child: ChildProcess
  readonly #name: string
  readonly #limits: JudgingLimits
  readonly #timer: NodeJS.Timeout
  #tookTooLong = false

  constructor(name: string, limits: JudgingLimits) {
    this.#name = name
    this.#limits = limits
    this.#child = fork(script, [], {
      // No environment: what reads other people's files knows none of our secrets.
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

  async ask(asked: Asked): Promise<Answered> {
    const answer = await new Promise<Answered>((resolve, reject) => {
      const settle = (work: () => void) => {
        this.#child.off('message', heard).off('exit', ended).off('error', failed)
        work()
      }
      const heard = (message: unknown) => settle(() => resolve(message as Answered))
      const ended = () => settle(() => reject(this.#whyEnded()))
      const failed = (error: Error) => settle(() => reject(error))
      this.#child.on('message', heard).on('exit', ended).on('error', failed)
      this.#child.send(asked, (error) => {
        // An end that was noticed first has its own sentence.
        if (error && this.#child.exitCode === null && this.#child.signalCode === null) failed(error)
      })
    })
    if ('refused' in answer) throw new KeptError(answer.refused.code, answer.refused.sentence)
    if ('failed' in answer) throw new Error(`A file could not be judged: ${answer.failed}`)
    return answer
  }

  async *pieces(): AsyncGenerator<TelemetryItem[]> {
    for (;;) {
      const answer = await this.ask({ nextPiece: true })
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
        ? `Judging ${this.#name} took longer than ${minutes} minutes; send it in parts, or give it to kept loops on the command line.`
        : `Judging ${this.#name} needs more memory than the ${memoryMb} MB a file may take here; send it in parts, or give it to kept loops on the command line.`,
    )
  }
}
