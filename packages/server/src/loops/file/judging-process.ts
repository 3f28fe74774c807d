/**
 * The process in which one file is judged. It was started for this file alone, without the server's environment and
 * without leave to write, and ends with its parent: what a hostile file does to it, it does to nobody else.
 */
import { type ErrorCode, KeptError } from '@kept/domain/errors.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import { type FileToJudge, inPieces, type JudgedFile, judgeFile } from './judge-file.ts'

export type Asked = { judge: FileToJudge } | { nextPiece: true }
export type Answered =
  | { judged: JudgedFile }
  | { piece: TelemetryItem[] }
  | { refused: { code: ErrorCode; sentence: string } }
  | { failed: string }

let pieces: Generator<TelemetryItem[]> | undefined

process.on('message', (asked: Asked) => void answer(asked))
process.on('disconnect', () => process.exit())

async function answer(asked: Asked): Promise<void> {
  process.send?.(await worked(asked))
}

async function worked(asked: Asked): Promise<Answered> {
  if ('nextPiece' in asked) return { piece: pieces?.next().value ?? [] }
  try {
    const { judged, kept } = await judgeFile(asked.judge)
    pieces = inPieces(kept)
    return { judged }
  } catch (error) {
    if (error instanceof KeptError) return { refused: { code: error.code, sentence: error.message } }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
