/**
 * The process that evaluates one file. It was started for this file only, without the server's environment and without
 * write permission, and ends with its parent: a hostile file affects nothing else.
 */
import { type ErrorCode, KeptError } from '@kept/domain/errors.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import { type EvaluatedFile, evaluateFile, type FileToEvaluate, inPieces } from './evaluate-file.ts'

export type EvaluationRequest = { evaluate: FileToEvaluate } | { nextPiece: true }
export type Answered =
  | { evaluated: EvaluatedFile }
  | { piece: TelemetryItem[] }
  | { refused: { code: ErrorCode; sentence: string } }
  | { failed: string }

let batches: Generator<TelemetryItem[]> | undefined

process.on('message', (request: EvaluationRequest) => void answer(request))
process.on('disconnect', () => process.exit())

async function answer(request: EvaluationRequest): Promise<void> {
  process.send?.(await worked(request))
}

async function worked(request: EvaluationRequest): Promise<Answered> {
  if ('nextPiece' in request) return { piece: batches?.next().value ?? [] }
  try {
    const { evaluated, sample } = await evaluateFile(request.evaluate)
    batches = inPieces(sample)
    return { evaluated }
  } catch (error) {
    if (error instanceof KeptError) return { refused: { code: error.code, sentence: error.message } }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
